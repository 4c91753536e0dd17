import { NumberInput, Slider } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLanguage } from '#console-kit/text/i18n.ts';
import { languageTag } from '#console-kit/text/language.ts';
import classes from './relevance-tuning.module.css';

const step = 0.1;
const wideStep = 1;

/** A weight with one decimal, as the language writes it. */
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

/** A slider and a number, which are the same. Arrows go by a tenth, with Shift by one. */
export function WeightInput({ label, value, most, isDisabled = false, set }: WeightInputProps) {
  const text = useWeightText();
  const [isTyping, setTyping] = useState(false);
  const decimalSeparator = text(0.1).includes(',') ? ',' : '.';
  const change = (next: number) => set(rounded(Math.min(most, Math.max(0, next))));
  const onKeys = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!event.shiftKey || direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(value + direction * wideStep);
  };
  return (
    <>
      <div className={classes.slider} onKeyDownCapture={onKeys}>
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
      <NumberInput
        className={classes.number}
        size="xs"
        aria-label={label}
        value={value}
        onChange={(next) => typeof next === 'number' && change(next)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        min={0}
        max={most}
        step={step}
        decimalScale={1}
        // A decimal that comes by itself would stand in the way of who types one.
        fixedDecimalScale={!isTyping}
        decimalSeparator={decimalSeparator}
        clampBehavior="strict"
        hideControls
        disabled={isDisabled}
      />
    </>
  );
}
