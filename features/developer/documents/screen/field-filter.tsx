import { Autocomplete, Button, Checkbox, Group, Popover, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { useHasRefusedNumber } from '#ui/form/refused-numbers.ts';
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
  const [isOpen, { toggle, close }] = useDisclosure();
  const shown = narrowingText(narrowing, t);
  const apply = (next: Narrowing) => {
    narrow(next);
    close();
  };
  return (
    <Popover opened={isOpen} onChange={(next) => !next && close()} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={shown === '' ? 'default' : 'light'}
          leftSection={<ListFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
          maw={280}
        >
          {shown === '' ? t('Filter by field') : shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Filter by field')}>
        <FilterForm collectionId={collectionId} headers={headers} narrowing={narrowing} apply={apply} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterFormProps extends FieldFilterProps {
  readonly narrowing: Narrowing;
  readonly apply: (next: Narrowing) => void;
}

function FilterForm({ collectionId, headers, narrowing, apply }: FilterFormProps) {
  const [draft, setDraft] = useState(narrowing);
  const header = headers.find(({ name }) => name === draft.field);
  const type = header?.is_sortable ? header.type : undefined;
  const hasRefusedNumber = useHasRefusedNumber();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!hasRefusedNumber) apply(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} w={260}>
        <Select
          label={t('Field')}
          data={headers.map(({ name }) => name)}
          value={draft.field || null}
          onChange={(field) => setDraft({ ...nothingNarrowed, field: field ?? '' })}
          searchable
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {draft.field !== '' && type === undefined && (
          <Text size="xs" c="dimmed">
            {t('Only fields with short, repeating values and numbers can be filtered by a value.')}
          </Text>
        )}
        {type !== undefined && draft.without === '' && (
          <ValueInput collectionId={collectionId} type={type} draft={draft} change={setDraft} />
        )}
        {draft.field !== '' && (
          <Checkbox
            label={t('Only items without it')}
            checked={draft.without !== ''}
            onChange={({ currentTarget: { checked } }) =>
              setDraft({ ...nothingNarrowed, field: draft.field, without: checked ? '1' : '' })
            }
          />
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" size="xs" onClick={() => apply(nothingNarrowed)}>
            {t('Clear filter')}
          </Button>
          <Button type="submit" size="xs" disabled={narrowingText(draft, t) === '' || hasRefusedNumber}>
            {t('Filter')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ValueInputProps {
  readonly collectionId: number;
  readonly type: DocumentHeader['type'];
  readonly draft: Narrowing;
  readonly change: (next: Narrowing) => void;
}

/** The address has texts. */
const heldBound = (bound: string): number | string => (bound === '' || Number.isNaN(Number(bound)) ? bound : Number(bound));

function ValueInput({ collectionId, type, draft, change }: ValueInputProps) {
  const { data } = useQuery(query(listFieldValues, { id: collectionId, field: draft.field }));
  if (type === 'boolean') {
    const choices = [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ];
    const set = (value: string | null) => change({ ...draft, value: value ?? '' });
    return (
      <Select
        label={t('Value')}
        data={choices}
        value={draft.value || null}
        onChange={set}
        comboboxProps={{ withinPortal: false }}
      />
    );
  }
  if (type === 'integer' || type === 'float') {
    const hint = (bound: number | null | undefined) => (bound == null ? '' : formats.number(bound));
    return (
      <Group gap={8} wrap="nowrap">
        <NumberField
          label={t('from')}
          placeholder={hint(data?.min)}
          value={heldBound(draft.from)}
          onChange={(from) => change({ ...draft, value: '', from: String(from) })}
          hasSteps={false}
        />
        <NumberField
          label={t('to')}
          placeholder={hint(data?.max)}
          value={heldBound(draft.to)}
          onChange={(to) => change({ ...draft, value: '', to: String(to) })}
          hasSteps={false}
        />
      </Group>
    );
  }
  const counts = new Map(data?.values.map(({ value, count }) => [value, count]));
  return (
    <Autocomplete
      label={t('Value')}
      data={[...counts.keys()]}
      value={draft.value}
      onChange={(value) => change({ ...draft, value })}
      renderOption={({ option }) => `${option.value} (${formats.number(counts.get(option.value) ?? 0)})`}
      comboboxProps={{ withinPortal: false }}
      limit={100}
    />
  );
}
