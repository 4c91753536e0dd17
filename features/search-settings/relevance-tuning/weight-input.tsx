import { Slider, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLanguage, useText } from '#console-kit/text/i18n.ts';
import { languageTag } from '#console-kit/text/language.ts';
import classes from './relevance-tuning.module.css';

const step = 0.1;
const wideStep = 1;
const upright = { ArrowUp: 1, ArrowDown: -1 };
const sideways = { ArrowRight: 1, ArrowLeft: -1 };

/** A weight with one decimal, as the language writes it. */
export function useWeightText(): (value: number) => string {
  const tag = languageTag(useLanguage());
  return (value) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const numberOf = (typed: string): number => Number(typed.replace(',', '.'));
const isPossible = (typed: string, most: number): boolean =>
  typed.trim() !== '' && numberOf(typed) >= 0 && numberOf(typed) <= most;

interface WeightInputProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly isDisabled?: boolean;
  readonly set: (value: number) => void;
}

/** A slider and a number, which are the same. Arrows go by a tenth, with Shift by one. */
export function WeightInput({ label, value, most, isDisabled = false, set }: WeightInputProps) {
  const t = useText();
  const text = useWeightText();
  /** Stands as it is typed until the field is left. */
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => set(rounded(Math.min(most, Math.max(0, next))));
  const isWrong = typed !== null && typed.trim() !== '' && !isPossible(typed, most);
  const type = (next: string) => {
    setTyped(next);
    if (isPossible(next, most)) change(numberOf(next));
  };
  const move = (event: KeyboardEvent, directions: Readonly<Record<string, number>>, by: number) => {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setTyped(null);
    change(value + direction * by);
  };
  return (
    <>
      <div
        className={classes.slider}
        onKeyDownCapture={(event) => event.shiftKey && move(event, { ...sideways, ...upright }, wideStep)}
      >
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
      <TextInput
        className={classes.number ?? ''}
        size="xs"
        inputMode="decimal"
        aria-label={label}
        value={typed ?? text(value)}
        error={isWrong && t('{min} to {max}', { min: 0, max: most })}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => move(event, upright, event.shiftKey ? wideStep : step)}
        disabled={isDisabled}
      />
    </>
  );
}
