import { TextInput } from '@mantine/core';
import type { FocusEvent, ReactNode } from 'react';

interface WebsiteInputProps {
  readonly field: {
    readonly label: string;
    readonly description?: string | undefined;
    readonly inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
    readonly error?: ReactNode;
    readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  };
  readonly value: string;
  readonly change: (value: string) => void;
  readonly autoComplete?: string;
  readonly isFirst?: boolean;
}

/** Leaving the field or Enter completes `https://`. */
export function WebsiteInput({ field, value, change, autoComplete, isFirst = false }: WebsiteInputProps) {
  const complete = () => {
    const address = value.trim();
    if (address !== '' && !/^\w+:/.test(address)) change(`https://${address}`);
  };
  return (
    <TextInput
      {...field}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...(isFirst && { autoFocus: true, 'data-autofocus': true })}
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete={autoComplete}
      onBlur={(event) => {
        complete();
        field.onBlur?.(event);
      }}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
    />
  );
}
