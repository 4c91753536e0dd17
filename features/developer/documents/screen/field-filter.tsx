import { Autocomplete, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { query } from '#ui/calls/queries.ts';
import { type DocumentHeader, listFieldValues } from '#features/developer/documents/documents.contract.ts';

export interface Narrowing {
  readonly field: string;
  readonly value: string;
  readonly from: string;
  readonly to: string;
  /** `1` for items that have nothing in the field. */
  readonly without: string;
}
export const nothingNarrowed: Narrowing = { field: '', value: '', from: '', to: '', without: '' };

export function useNarrowing(): [Narrowing, (next: Narrowing) => void] {
  const [{ field = '', value = '', from = '', to = '', without = '' }, change] = useAddress();
  return [{ field, value, from, to, without }, (next) => change({ ...next, page: undefined })];
}

/** What the list is narrowed to, in words; empty when it isn't. */
export function narrowingText({ field, value, from, to, without }: Narrowing, t: Translate): string {
  if (field === '') return '';
  if (without !== '') return t('without {field}', { field });
  if (value !== '') return `${field}: ${value}`;
  if (from === '' && to === '') return '';
  return `${field}: ${from}–${to}`;
}

interface FieldFilterProps {
  readonly collectionId: number;
  readonly headers: readonly DocumentHeader[];
}

export function FieldFilter({ collectionId, headers }: FieldFilterProps) {
  const [narrowing, narrow] = useNarrowing();
  const { field, without } = narrowing;
  const header = headers.find(({ name }) => name === field);
  return (
    <>
      <Select
        aria-label={t('Filter by field')}
        placeholder={t('Filter by field')}
        leftSection={<ListFilter size={16} aria-hidden />}
        data={headers.map(({ name }) => name)}
        value={field || null}
        onChange={(name) => narrow({ ...nothingNarrowed, field: name ?? '' })}
        searchable
        clearable
        w={190}
      />
      {header?.is_sortable && without === '' && (
        <ValueInput key={field} collectionId={collectionId} type={header.type} narrowing={narrowing} narrow={narrow} />
      )}
      {header && (
        <Checkbox
          label={t('Only items without it')}
          checked={without !== ''}
          onChange={({ currentTarget: { checked } }) => narrow({ ...nothingNarrowed, field, without: checked ? '1' : '' })}
        />
      )}
    </>
  );
}

interface ValueInputProps {
  readonly collectionId: number;
  readonly type: DocumentHeader['type'];
  readonly narrowing: Narrowing;
  readonly narrow: (next: Narrowing) => void;
}

function ValueInput({ collectionId, type, narrowing, narrow }: ValueInputProps) {
  const { data } = useQuery(query(listFieldValues, { id: collectionId, field: narrowing.field }));
  const [typed, setTyped] = useState(narrowing);
  const apply = (next: Narrowing) => JSON.stringify(next) !== JSON.stringify(narrowing) && narrow(next);
  if (type === 'boolean')
    return (
      <Select
        aria-label={t('Value')}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        value={narrowing.value || null}
        onChange={(value) => apply({ ...narrowing, value: value ?? '' })}
      />
    );
  if (type === 'integer' || type === 'float') {
    const bound = (name: 'from' | 'to', label: string, known: number | null | undefined) => (
      <NumberField
        aria-label={label}
        placeholder={known == null ? label : `${label} ${formats.number(known)}`}
        value={typed[name] === '' || Number.isNaN(Number(typed[name])) ? typed[name] : Number(typed[name])}
        onChange={(value) => setTyped({ ...typed, value: '', [name]: String(value) })}
        onBlur={() => !Number.isNaN(Number(typed[name])) && apply(typed)}
        hasSteps={false}
        w={110}
      />
    );
    return (
      <>
        {bound('from', t('from'), data?.min)}
        {bound('to', t('to'), data?.max)}
      </>
    );
  }
  const counts = new Map(data?.values.map(({ value, count }) => [value, count]));
  return (
    <Autocomplete
      aria-label={t('Value')}
      placeholder={t('Value')}
      data={[...counts.keys()]}
      value={typed.value}
      onChange={(value) => setTyped({ ...typed, value })}
      onOptionSubmit={(value) => apply({ ...narrowing, value })}
      onBlur={() => apply(typed)}
      renderOption={({ option }) => `${option.value} (${formats.number(counts.get(option.value) ?? 0)})`}
      limit={100}
      w={190}
    />
  );
}
