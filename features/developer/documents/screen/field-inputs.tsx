import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AddChoice } from '#ui/form/add-choice.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { fieldChoice, fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { useNumberRefusal } from '#ui/text/refusal.ts';
import type { DocumentHeader } from '#features/developer/documents/documents.contract.ts';
import { valueText } from './document-values.tsx';

/** In the order in which people fill them in. */
const usualFields = ['name', 'price', 'currency', 'brand', 'category', 'availability', 'url', 'image', 'description'];
/** Longer texts get an area to write in. */
const lineLength = 80;
/** As many as a number keeps. */
const decimals = 15;

type Fields = Readonly<Record<string, unknown>>;

interface FieldInputsProps {
  readonly headers: readonly DocumentHeader[];
  readonly fields: Fields;
  readonly change: (fields: Record<string, unknown>) => void;
}

export function FieldInputs({ headers, fields, change }: FieldInputsProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const types = new Map(headers.map(({ name, type }) => [name, type]));
  const names = [...new Set([...usualFields, ...Object.keys(fields), ...added])];
  const others = headers
    .map(({ name }) => name)
    .filter((name) => !names.includes(name))
    .map(fieldChoice);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = fields;
    const isNone = value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
    change(isNone ? rest : { ...fields, [name]: value });
  };
  return (
    <Stack gap={12}>
      {names.map((name) => (
        <FieldInput
          key={name}
          name={name}
          type={types.get(name) ?? (name === 'price' ? 'float' : 'text')}
          value={fields[name]}
          set={(value) => set(name, value)}
        />
      ))}
      {others.length > 0 && <AddChoice label={t('Add field')} choices={others} add={(name) => setAdded([...added, name])} />}
    </Stack>
  );
}

interface FieldInputProps {
  readonly name: string;
  readonly type: DocumentHeader['type'];
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

function FieldInput({ name, type, value, set }: FieldInputProps) {
  const [wasText] = useState(typeof value === 'string' && value !== '');
  const [areNumbers] = useState(Array.isArray(value) && value.every((each) => typeof each === 'number'));
  const [isLong] = useState(name === 'description' || valueText(value).length > lineLength);
  const read = useNumberRefusal({ decimals });
  if (Array.isArray(value)) {
    const texts = value.map(String);
    const numberOf = (text: string) => read(text).number ?? text;
    const wrong = areNumbers ? texts.find((text) => typeof numberOf(text) !== 'number') : undefined;
    return (
      <TagsField
        label={fieldLabel(name)}
        value={texts}
        onChange={(next) => set(areNumbers ? next.map(numberOf) : next)}
        {...(areNumbers && { splitChars: [';'] })}
        error={wrong === undefined ? undefined : `“${wrong}”: ${read(wrong).refusal}`}
      />
    );
  }
  if ((type === 'integer' || type === 'float') && !wasText)
    return (
      <NumberField
        label={fieldLabel(name)}
        value={typeof value === 'number' ? value : valueText(value)}
        onChange={set}
        {...(type === 'integer' && { decimals: 0 })}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        label={fieldLabel(name)}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        value={value === undefined ? null : valueText(value)}
        onChange={(chosen) => set(chosen === null ? undefined : chosen === 'true')}
        clearable
      />
    );
  const text = { label: fieldLabel(name), value: valueText(value) };
  return isLong ? (
    <Textarea {...text} onChange={(event) => set(event.currentTarget.value)} autosize minRows={2} maxRows={8} />
  ) : (
    <TextInput {...text} onChange={(event) => set(event.currentTarget.value)} />
  );
}
