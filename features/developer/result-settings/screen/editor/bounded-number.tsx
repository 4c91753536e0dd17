import { NumberField } from '#ui/form/number-field.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './editor.module.css';

interface BoundedNumberProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly description?: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  /** What is possible, where the bounds alone don't say it. */
  readonly range?: string;
  /** Takes nothing for an answer, too. */
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
  readonly title?: string | undefined;
  readonly set: (value: number | null) => void;
}

/** A whole number. What is out of its bounds stays in the input with what is wrong, and is not taken. */
export function BoundedNumber({
  label,
  isLabelShown = false,
  value,
  min,
  max,
  range,
  isOptional = false,
  ...props
}: BoundedNumberProps) {
  const { set, isDisabled = false, title, description } = props;
  const isPossible = (next: number) => Number.isInteger(next) && next >= min && next <= max;
  return (
    <NumberField
      size="xs"
      className={classes.number ?? ''}
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      {...(description !== undefined && { description })}
      title={title}
      {...(isOptional && { placeholder: '–' })}
      value={value ?? ''}
      min={min}
      max={max}
      range={range ?? t('{min} to {max}.', { min, max })}
      decimals={0}
      hasSteps={false}
      isNeeded={!isOptional}
      disabled={isDisabled}
      onChange={(next) => {
        if (next === '' && isOptional) set(null);
        else if (typeof next === 'number' && isPossible(next)) set(next);
      }}
    />
  );
}
