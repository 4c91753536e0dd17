import { Slider } from '@mantine/core';
import { NumberField } from '#ui/form/number-field.tsx';
import { useLanguage } from '#ui/text/i18n.ts';
import { languageTag } from '#contract/texts/languages.ts';
import classes from './relevance-tuning.module.css';

const step = 0.1;

export function useWeightText(): (value: number) => string {
  const tag = languageTag(useLanguage());
  return (value) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

interface WeightInputProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly isDisabled?: boolean;
  readonly set: (value: number) => void;
}

export function WeightInput({ label, value, most, isDisabled = false, set }: WeightInputProps) {
  const text = useWeightText();
  const change = (next: number) => set(rounded(Math.min(most, Math.max(0, next))));
  return (
    <>
      <div className={classes.slider}>
        <Slider
          size="sm"
          min={0}
          max={most}
          step={step}
          value={value}
          onChange={change}
          label={text}
          thumbLabel={label}
          disabled={isDisabled}
        />
      </div>
      <NumberField
        className={classes.number ?? ''}
        size="xs"
        aria-label={label}
        value={value}
        min={0}
        max={most}
        step={step}
        decimals={1}
        written={text}
        isNeeded
        // An invalid text stays in the field with its error, and the weight is unchanged.
        onChange={(next) => typeof next === 'number' && next >= 0 && next <= most && set(next)}
        disabled={isDisabled}
      />
    </>
  );
}
