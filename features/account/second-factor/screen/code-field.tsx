import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

const codeDigits = 6;
/** People type a space in the middle, as apps show it. */
const longestTyped = codeDigits + 1;

interface CodeFieldProps extends ComponentProps<typeof TextInput> {
  /** Recovery codes have letters. */
  readonly isRecovery?: boolean;
}

/** Where a code is typed, filled in by phones that know it. */
export const CodeField = ({ isRecovery = false, ...field }: CodeFieldProps) => (
  <TextInput
    {...field}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    inputMode={isRecovery ? 'text' : 'numeric'}
    {...(!isRecovery && { maxLength: longestTyped })}
  />
);
