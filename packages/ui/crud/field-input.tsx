import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { fieldKind, numberBounds } from '#contract/values/field-kind.ts';
import type { RowField } from './row-fields.ts';
import type { AnyCrud } from '#contract/crud.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import type { AnyForm, RecordFormState } from '#ui/form/record-form.ts';
import { TagsField } from '#ui/form/tags-field.tsx';

interface FieldInputProps {
  readonly form: AnyForm;
  readonly name: string;
  readonly field: Pick<RowField<AnyCrud>, 'hint' | 'choices' | 'input'>;
  readonly schema: z.core.$ZodType;
  readonly isFirst: boolean;
}

export function FieldInput({ form, name, field: { hint, choices, input }, schema, isFirst }: FieldInputProps) {
  if (input) return input(form as RecordFormState<z.ZodMiniObject>);
  const focus = isFirst ? { 'data-autofocus': true } : {};
  const props = { ...form.field(name), ...focus, ...(hint !== undefined && { description: hint }) };
  if (choices) return <Choices form={form} name={name} choices={choices} />;
  switch (fieldKind(schema)) {
    case 'list':
      return <TagsField {...props} splitChars={[',', ';']} />;
    case 'number':
    case 'moment':
      return <NumberField {...props} {...numberBounds(schema)} />;
    case 'truth':
      return <Switch {...form.checkbox(name)} {...(hint !== undefined && { description: hint })} />;
    case 'text':
      return <TextInput {...props} />;
  }
}

function Choices({ form, name, choices }: Pick<FieldInputProps, 'form' | 'name'> & Required<Pick<RowField<AnyCrud>, 'choices'>>) {
  const { values } = form;
  const choose = (chosen: string) => form.set(name, typeof values[name] === 'number' ? Number(chosen) : chosen);
  return (
    <Radio.Group {...form.field(name)} value={String(values[name])} onChange={choose}>
      <Stack gap={12} mt={8}>
        {Object.entries(choices).map(([value, { name: label, meaning }]) => (
          <Radio key={value} value={value} label={label} description={meaning} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
