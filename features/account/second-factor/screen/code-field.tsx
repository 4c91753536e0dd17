import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

const codeDigits = 6;
/** Apps show a space in the middle. */
const longestTyped = codeDigits + 1;

interface CodeFieldProps extends ComponentProps<typeof TextInput> {
  readonly isRecovery?: boolean;
}

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
