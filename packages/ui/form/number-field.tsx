import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { t, useLanguage } from '#ui/text/i18n.ts';
import { decimalMark, useNumberRefusal } from '#ui/text/refusal.ts';
import { useRefusedNumber } from './form.tsx';

const mostDecimals = 15;
const wideSteps = 10;
/** Rounds sums of steps such as 0.1. */
const stepDecimals = 10;

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'step'> {
  /** A string is typed text that is no number. */
  readonly value?: number | string | undefined;
  /** An invalid text is passed on, so that the form refuses it. */
  readonly onChange: (value: number | string) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly range?: string;
  readonly step?: number;
  readonly decimals?: number;
  readonly isNeeded?: boolean;
  readonly written?: (value: number) => string;
}

/** `given` is the value that the field held for the typed text; another value replaces the text. */
interface Typed {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Accepts a point or a comma in any language. Arrow keys step. */
export function NumberField({
  value,
  onChange,
  min,
  max,
  range,
  step = 1,
  decimals = mostDecimals,
  isNeeded = false,
  written,
  error,
  ...props
}: NumberFieldProps) {
  const language = useLanguage();
  const mark = decimalMark(language);
  const read = useNumberRefusal({ decimals, min, max, range });
  const [typed, setTyped] = useState<Typed | null>(null);
  const plainText = typeof value === 'number' ? String(value).replace('.', mark) : (value ?? '');
  const own = typed?.values.includes(value) === true ? typed.text : null;
  const settled = typeof value === 'number' && written ? written(value) : plainText;
  const isEmpty = (own ?? settled).trim() === '';
  const refusal = isEmpty ? (isNeeded ? t('Required field') : null) : read(own ?? plainText).refusal;
  useRefusedNumber(refusal !== null);
  const type = (text: string) => {
    const next = text.trim() === '' ? '' : (read(text).number ?? text);
    setTyped({ text, values: [value, next] });
    onChange(next);
  };
  const move = (steps: number) => {
    const from = typeof value === 'number' ? value : (min ?? 0);
    const next = Number((from + steps * step).toFixed(stepDecimals));
    setTyped(null);
    onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(direction * (event.shiftKey ? wideSteps : 1));
  };
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (refusal === null) setTyped(null);
    props.onBlur?.(event);
  };
  const shown: ReactNode = refusal ?? error;
  return (
    <TextInput
      {...props}
      inputMode={decimals === 0 && min !== undefined && min >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={own ?? settled}
      error={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}
