import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { firstDay, lastDay, momentShown, shownAt } from '#contract/days.ts';

interface MomentInputProps {
  readonly field: { readonly label: string; readonly error?: ReactNode };
  readonly hint?: string;
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly value: number | null;
  readonly change: (value: number | null) => void;
}

export function MomentInput({ field, hint, timeZone, value, change }: MomentInputProps) {
  const [text, setText] = useState(value === null ? '' : shownAt(value, timeZone));
  return (
    <TextInput
      {...field}
      type="datetime-local"
      min={`${firstDay}T00:00`}
      max={`${lastDay}T00:00`}
      {...(hint !== undefined && { description: hint, inputWrapperOrder: ['label', 'input', 'description', 'error'] })}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        change(momentShown(typed, timeZone));
      }}
    />
  );
}
