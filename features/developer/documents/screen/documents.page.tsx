import { Autocomplete, Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Braces, Columns3, FilterX, ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { query } from '#ui/calls/queries.ts';
import { CollectionPage, NoItems, type PageFrame } from '#ui/collection/collection-page.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useList } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Popup } from '#ui/page/popup.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type DocumentHeader,
  type DocumentRow,
  listDocuments,
  listFieldValues,
  maximumColumns,
} from '#features/developer/documents/documents.contract.ts';
import { DocumentDetails } from './document-details.tsx';
import { fieldChoice, fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { DocumentName, FieldValueText, OriginFilter, useDocumentsFrame } from './document-values.tsx';
import { AddItem, EditDrawer, useItemActions } from './item-editing.tsx';

const itemKeys = ['field', 'value', 'without', 'item', 'sort', 'order', 'edit'];

export default function DocumentsPage() {
  const frame = useDocumentsFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <CollectionDocuments id={id} frame={frame} />}
    </CollectionPage>
  );
}

const phoneColumns = 4;

function CollectionDocuments({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const [{ item, field = '', value = '', without = '' }, change] = useAddress<'/developer/documents'>();
  const [chosen, choose] = useChosenColumns(id);
  const isNarrowed = field !== '' && (value !== '' || without !== '');
  const list = useList(listDocuments, {
    id,
    columns: chosen.join(),
    ...(isNarrowed && { field, value, ...(without !== '' && { without: '1' as const }) }),
  });
  const { headers = [], columns: usual = [] } = list.answer ?? {};
  // Columns just chosen show before their values come.
  const known = chosen.filter((name) => headers.some((header) => header.name === name));
  const columns = known.length > 0 ? known : usual;
  const actions = useItemActions(id);
  const clear = () => change({ field: undefined, value: undefined, without: undefined, page: undefined });
  return (
    <Page
      {...frame}
      primary={<AddItem />}
      toolbar={
        (!list.isEmpty || isNarrowed) && (
          <>
            <SearchInput list={list} label={t('Search the list')} />
            <OriginFilter shown="all" />
            <FieldFilter collectionId={id} headers={headers} />
            <ColumnsMenu names={headers.flatMap(({ name }) => (name === 'name' ? [] : name))} shown={columns} show={choose} />
            {list.totalCount !== undefined && (
              <Text size="sm" c="dimmed" aria-live="polite">
                {t('{count} items', { count: list.totalCount })}
              </Text>
            )}
          </>
        )
      }
    >
      <Table
        label={t('Documents')}
        list={list}
        columns={[
          { name: 'item', title: t('Item'), cell: (row) => <DocumentName row={row} /> },
          ...columns.map((name, place) => ({
            name,
            title: fieldLabel(name),
            cell: ({ fields }: DocumentRow) => <FieldValueText field={name} value={fields[name]} currency={fields['currency']} />,
            ...columnKind(headers.find((header) => header.name === name)),
            isWideOnly: place >= phoneColumns,
          })),
        ]}
        keyOf={(row) => row.id}
        opens={(row) => ({ item: row.id })}
        actions={(row) => [{ label: t('Document'), icon: Braces, run: () => change({ item: row.id }) }, ...actions(row)]}
        empty={isNarrowed ? <NothingLeft clear={clear} /> : <NoItems />}
      />
      <SideDrawer isOpen={item !== undefined} title={t('Document')} onClose={() => change({ item: undefined })} isWide>
        {item !== undefined && <DocumentDetails collectionId={id} itemId={item} />}
      </SideDrawer>
      <EditDrawer collectionId={id} headers={headers} />
    </Page>
  );
}

interface ColumnsMenuProps {
  readonly names: readonly string[];
  readonly shown: readonly string[];
  readonly show: (names: readonly string[]) => void;
}

function ColumnsMenu({ names, shown, show }: ColumnsMenuProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const box = (name: string) => (
    <Checkbox
      key={name}
      label={fieldLabel(name)}
      checked={shown.includes(name)}
      disabled={shown.length >= maximumColumns && !shown.includes(name)}
      onChange={({ currentTarget: { checked } }) => show(checked ? [...shown, name] : shown.filter((one) => one !== name))}
    />
  );
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<Columns3 size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('Columns')}
      </Button>
      {isOpen && (
        <Popup anchor={button} onClose={close} aria-label={t('Columns')}>
          <Stack gap={8}>{names.map(box)}</Stack>
        </Popup>
      )}
    </>
  );
}

const columnKind = (header: DocumentHeader | undefined) => ({
  isSortable: header?.is_sortable ?? false,
  isNumber: header?.type === 'integer' || header?.type === 'float',
});

function NothingLeft({ clear }: { readonly clear: () => void }) {
  return (
    <Empty
      icon={FilterX}
      title={t('No rows for these filters')}
      text={t('Choose others, or clear them.')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Clear filters')}
        </Button>
      }
    />
  );
}

/** Stored in this browser by collection; empty for the usual columns. */
function useChosenColumns(collectionId: number): [readonly string[], (columns: readonly string[]) => void] {
  const [all, setAll] = useState(readChosen);
  return [
    all[collectionId] ?? [],
    (columns) => {
      const next = { ...all, [collectionId]: columns };
      setAll(next);
      writeStored('documentColumns', JSON.stringify(next));
    },
  ];
}

function readChosen(): Readonly<Record<number, readonly string[]>> {
  try {
    return (JSON.parse(readStored('documentColumns') ?? '{}') ?? {}) as Record<number, readonly string[]>;
  } catch {
    return {};
  }
}

interface FieldFilterProps {
  readonly collectionId: number;
  readonly headers: readonly DocumentHeader[];
}

function FieldFilter({ collectionId, headers }: FieldFilterProps) {
  const [{ field = '', value = '', without = '' }, change] = useAddress<'/developer/documents'>();
  const narrow = (next: { readonly field?: string; readonly value?: string; readonly without?: string }) =>
    change({ field, value: undefined, without: undefined, ...next, page: undefined });
  const header = headers.find(({ name }) => name === field);
  return (
    <>
      <Select
        aria-label={t('Field')}
        placeholder={t('Field')}
        leftSection={<ListFilter size={16} aria-hidden />}
        data={headers.map(({ name }) => fieldChoice(name))}
        value={field || null}
        onChange={(name) => narrow({ field: name ?? '' })}
        searchable
        clearable
        w={190}
      />
      {header?.is_sortable && without === '' && (
        <ValueInput
          key={field}
          collectionId={collectionId}
          field={field}
          value={value}
          apply={(next) => narrow({ value: next })}
        />
      )}
      {header && (
        <Checkbox
          label={t('Only items without it')}
          checked={without !== ''}
          onChange={({ currentTarget: { checked } }) => narrow({ without: checked ? '1' : '' })}
        />
      )}
    </>
  );
}

interface ValueInputProps {
  readonly collectionId: number;
  readonly field: string;
  readonly value: string;
  readonly apply: (value: string) => void;
}

function ValueInput({ collectionId, field, value, apply }: ValueInputProps) {
  const { data } = useQuery(query(listFieldValues, { id: collectionId, field }));
  const [typed, setTyped] = useState(value);
  const counts = new Map(data?.values.map((one) => [one.value, one.count]));
  return (
    <Autocomplete
      aria-label={t('Value')}
      placeholder={t('Value')}
      data={[...counts.keys()]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={apply}
      onBlur={() => typed !== value && apply(typed)}
      renderOption={({ option }) => `${valueWord(field, option.value)} (${formats.number(counts.get(option.value) ?? 0)})`}
      limit={100}
      w={190}
    />
  );
}
