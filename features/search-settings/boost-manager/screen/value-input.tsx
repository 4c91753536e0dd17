import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { followingQuery } from '#ui/calls/queries.ts';
import { TagsField } from '#ui/form/text-inputs.tsx';
import { formats } from '#ui/text/format.ts';
import { valueWord } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { useNumberRefusal } from '#ui/text/refusal.ts';
import {
  type BoostedField,
  type BoostRule,
  readFieldValues,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

type Value = BoostRule['value'][number];

const searchAfterMs = 200;

const isNumeric = ({ type }: BoostedField): boolean => type !== 'boolean' && type !== 'text' && type !== 'object';
const decimals = 15;

interface ValueInputProps {
  readonly collectionId: number;
  readonly field: BoostedField;
  readonly value: readonly Value[];
  readonly based: BoostRule['based'];
  readonly change: (value: Value[]) => void;
  readonly input: { readonly label: string; readonly error?: React.ReactNode };
}

export function ValueInput({ collectionId, field, value, based, change, input }: ValueInputProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, searchAfterMs);
  const { data } = useQuery(followingQuery(readFieldValues, { c: collectionId, field: field.name, search }));
  const counts = new Map((data?.values ?? []).map((one) => [valueWord(field.name, one.value), one.count]));
  const read = useNumberRefusal({ decimals });
  const [refusal, setRefusal] = useState<string | null>(null);
  const known = new Map(
    [...(data?.values ?? []).map((one) => one.value), ...value].map((one) => [valueWord(field.name, one), one]),
  );
  const valueOf = (text: string): Value | null => {
    if (field.type === 'boolean') return text === t('Yes') || text === 'true';
    return known.get(text) ?? (isNumeric(field) ? (read(text).number ?? null) : text);
  };
  const take = (texts: string[]) => {
    const refused = texts.find((text) => valueOf(text) === null);
    setRefusal(refused === undefined ? null : `“${refused}”: ${read(refused).refusal}`);
    change(texts.flatMap((text) => valueOf(text) ?? []));
  };
  return (
    <TagsField
      {...input}
      error={refusal ?? input.error}
      {...(isNumeric(field) && { splitChars: [';'] })}
      value={value.map((one) => valueWord(field.name, one))}
      onChange={take}
      onTyped={(text) => {
        setTyped(text);
        if (text !== '') setRefusal(null);
      }}
      data={based === 'value' ? [...counts.keys()] : []}
      filter={({ options }) => options}
      description={based === 'word' ? t('Press Enter after each one.') : t('Choose values, or type one and press Enter.')}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          <span>{option.value}</span>
          <Text span size="xs" c="dimmed">
            {formats.number(counts.get(option.value) ?? 0)}
          </Text>
        </Group>
      )}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={260}
    />
  );
}
