import { Button, Text, Checkbox, Popover, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Braces, FilterX, Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '#ui/state/address.ts';
import { CollectionPage, type PageFrame, NoItems } from '#ui/collection/collection-page.tsx';
import { t } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { Page } from '#ui/page/page.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Table } from '#ui/list/table.tsx';
import { DocumentDetails } from './document-details.tsx';
import { DocumentName, useDocumentsFrame, OriginFilter } from './documents-frame.tsx';
import { listDocuments, type DocumentHeader, maximumColumns } from '#features/developer/documents/documents.contract.ts';
import { FieldFilter, narrowingText, nothingNarrowed, useNarrowing } from './field-filter.tsx';
import { FieldValueText } from './newest-change.tsx';
import { AddItem, EditDrawer, useItemActions } from './item-editing.tsx';
import { Empty } from '#ui/page/states.tsx';
import { readStored, writeStored } from '#ui/state/stored.ts';

const searchedFrom = 12;

interface ColumnChoiceProps {
  readonly headers: readonly DocumentHeader[];
  readonly columns: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

function ColumnChoice({ headers, columns, choose }: ColumnChoiceProps) {
  const [search, setSearch] = useState('');
  const isFull = columns.length >= maximumColumns;
  const shown = headers.filter(({ name }) => name !== 'name' && name.includes(search.trim().toLowerCase()));
  const toggle = (name: string) => choose(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Stack gap={12} w={240}>
          {headers.length >= searchedFrom && (
            <TextInput
              size="xs"
              aria-label={t('Search fields')}
              placeholder={t('Search fields')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0, 'aria-label': t('Fields') }}>
            <Stack gap={10} py={2}>
              {shown.map(({ name }) => (
                <Checkbox
                  key={name}
                  size="xs"
                  label={name}
                  checked={columns.includes(name)}
                  disabled={(isFull && !columns.includes(name)) || (columns.length === 1 && columns.includes(name))}
                  onChange={() => toggle(name)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Text size="xs" c="dimmed">
            {t('{chosen} of up to {max} columns, stored in this browser.', {
              chosen: columns.length,
              max: maximumColumns,
            })}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const itemKeys = ['field', 'value', 'from', 'to', 'without', 'item', 'tab', 'sort', 'order', 'edit'];

export default function DocumentsPage() {
  const frame = useDocumentsFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <CollectionDocuments id={id} frame={frame} />}
    </CollectionPage>
  );
}

function CollectionDocuments({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const [{ item }, change] = useAddress();
  const chosen = useChosenColumns(id);
  const [narrowing, narrow] = useNarrowing();
  const isNarrowed = narrowingText(narrowing, t) !== '';
  const asked = chosen.names.join(',');
  const input = { id, columns: asked, ...(isNarrowed && narrowedBy(narrowing)) };
  const list = useList(listDocuments, input);
  const { headers, columns: usual } = useHeaders(id, asked);
  // What was just chosen shows before its values come.
  const known = chosen.names.filter((name) => headers.some((header) => header.name === name));
  const columns = known.length > 0 ? known : usual;
  const open = (itemId: string) => change({ item: itemId });
  const actions = useItemActions(id);
  return (
    <Page
      {...frame}
      primary={<AddItem />}
      toolbar={
        (!list.isEmpty || isNarrowed) && (
          <>
            <SearchInput list={list} label={t('Search documents')} />
            <OriginFilter shown="all" search={list.search} />
            <FieldFilter collectionId={id} headers={headers} />
            <ColumnChoice headers={headers} columns={columns} choose={chosen.choose} />
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
            title: name,
            cell: ({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) => <FieldValueText value={fields[name]} />,
            ...columnKind(headers.find((header) => header.name === name)),
            isWideOnly: place >= phoneColumns,
          })),
        ]}
        keyOf={(row) => row.id}
        opens={(row) => ({ item: row.id })}
        actions={(row) => [{ label: t('Show document'), icon: Braces, run: () => open(row.id) }, ...actions(row)]}
        empty={isNarrowed ? <NothingLeft clear={() => narrow(nothingNarrowed)} /> : <NoItems />}
      />
      <SideDrawer
        isOpen={item !== undefined}
        title={t('Document')}
        onClose={() => change({ item: undefined, tab: undefined })}
        isWide
      >
        {item !== undefined && <DocumentDetails collectionId={id} itemId={item} />}
      </SideDrawer>
      <EditDrawer collectionId={id} headers={headers} />
    </Page>
  );
}

const phoneColumns = 4;

const narrowedBy = ({ field, value, from, to, without }: ReturnType<typeof useNarrowing>[0]) => ({
  field,
  ...(without !== '' && { without: '1' as const }),
  ...(value !== '' && { value }),
  ...(from !== '' && { from: Number(from) }),
  ...(to !== '' && { to: Number(to) }),
});

const columnKind = (header: { readonly type: string; readonly is_sortable: boolean } | undefined) => ({
  isSortable: header?.is_sortable ?? false,
  isNumber: header?.type === 'integer' || header?.type === 'float',
});

/** The head comes with the rows; the smallest page has it, too. */
function useHeaders(id: number, columns: string) {
  const { data } = useQuery(followingQuery(listDocuments, { id, columns, per_page: 1 }));
  return { headers: data?.headers ?? [], columns: data?.columns ?? [] };
}

function NothingLeft({ clear }: { readonly clear: () => void }) {
  return (
    <Empty
      icon={FilterX}
      title={t('No item passes the filter')}
      text={t('Choose another value, or clear the filter.')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Clear filter')}
        </Button>
      }
    />
  );
}

interface ChosenColumns {
  /** Empty while nobody chose any. */
  readonly names: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

/** The columns that this person chose for a collection, kept in this browser. */
function useChosenColumns(collectionId: number): ChosenColumns {
  const [chosen, setChosen] = useState(readChosen);
  return {
    names: chosen[collectionId] ?? [],
    choose: (columns) => {
      const next = { ...chosen, [collectionId]: columns };
      setChosen(next);
      writeStored('documentColumns', JSON.stringify(next));
    },
  };
}

function readChosen(): Readonly<Record<number, readonly string[]>> {
  try {
    return (JSON.parse(readStored('documentColumns') ?? '{}') ?? {}) as Record<number, readonly string[]>;
  } catch {
    return {};
  }
}
