import { Text } from '@mantine/core';
import { fieldLabel } from './field-words.ts';

/** A known field has its word, and beside it the name that calls use. */
export function FieldName({ name }: { readonly name: string }) {
  const label = fieldLabel(name);
  return (
    <>
      {label}
      {label !== name && (
        <Text span size="xs" c="dimmed" ml={6}>
          {name}
        </Text>
      )}
    </>
  );
}
