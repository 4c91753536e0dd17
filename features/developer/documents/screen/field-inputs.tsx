import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { t } from '#ui/text/i18n.ts';
import { useNumberRefusal } from '#ui/text/refusal.ts';
import type { DocumentHeader } from '#features/developer/documents/documents.contract.ts';
import { valueText } from './newest-change.tsx';

/** Fields that an item of a shop usually has, in the order in which people fill them in. */
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
  const known = new Map(headers.map((header) => [header.name, header.type]));
  const names = [...new Set([...usualFields, ...Object.keys(fields), ...added])];
  const others = headers.map(({ name }) => name).filter((name) => !names.includes(name));
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = fields;
    change(
      value === '' || value === undefined || (Array.isArray(value) && value.length === 0) ? rest : { ...fields, [name]: value },
    );
  };
  return (
    <Stack gap={12}>
      {names.map((name) => (
        <FieldInput
          key={name}
          name={name}
          type={known.get(name) ?? (name === 'price' ? 'float' : 'text')}
          value={fields[name]}
          set={(value) => set(name, value)}
        />
      ))}
      {others.length > 0 && (
        <Select
          label={t('Add another field')}
          placeholder={t('Choose a field')}
          data={others}
          value={null}
          onChange={(name) => name !== null && setAdded([...added, name])}
          searchable
        />
      )}
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
  const [isNumber] = useState(Array.isArray(value) && value.every((each) => typeof each === 'number'));
  const read = useNumberRefusal({ decimals });
  if (Array.isArray(value)) {
    const held = new Map(value.map((each) => [String(each), each as unknown]));
    const numberOf = (text: string) => held.get(text) ?? read(text).number ?? text;
    const follow = (values: readonly string[]) => set(isNumber ? values.map(numberOf) : values);
    const wrong = isNumber ? value.map(String).find((text) => typeof numberOf(text) !== 'number') : undefined;
    return (
      <TagsField
        label={name}
        value={value.map(String)}
        onChange={follow}
        {...(isNumber && { splitChars: [';'] })}
        error={wrong === undefined ? undefined : `“${wrong}”: ${read(wrong).refusal}`}
      />
    );
  }
  if ((type === 'integer' || type === 'float') && !wasText) {
    return (
      <NumberField
        label={name}
        value={typeof value === 'number' ? value : valueText(value)}
        onChange={set}
        {...(type === 'integer' && { decimals: 0 })}
        hasSteps={false}
      />
    );
  }
  if (type === 'boolean') {
    const choices = [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ];
    const follow = (chosen: string | null) => set(chosen === null ? undefined : chosen === 'true');
    return (
      <Select label={name} data={choices} value={value === undefined ? null : valueText(value)} onChange={follow} clearable />
    );
  }
  const text = valueText(value);
  const isLong = name === 'description' || text.length > lineLength;
  if (isLong)
    return (
      <Textarea label={name} value={text} onChange={(event) => set(event.currentTarget.value)} autosize minRows={2} maxRows={8} />
    );
  return <TextInput label={name} value={text} onChange={(event) => set(event.currentTarget.value)} />;
}
