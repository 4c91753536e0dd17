import { Badge, Button, Group, NativeSelect, Text, Alert, Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Clock, Info, Pencil, Table2 } from 'lucide-react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { AllowedLink, AddButton } from '#ui/page/allowed-button.tsx';
import { Sentences, Page } from '#ui/page/page.tsx';
import { FieldName } from '#ui/item/field-name.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { query } from '#ui/calls/queries.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Table } from '#ui/list/table.tsx';
import { readCollection, maximumIndexedFields, type CollectionDetail } from '#features/data/collections/collections.contract.ts';
import { FieldDrawer } from './field-drawer.tsx';
import { type FieldKind, fieldKinds, isSet, listFields, type SchemaField } from '#features/data/schema/schema.contract.ts';
import { typeWord } from './schema.released.tsx';
import { Status } from '#ui/page/status.tsx';
import { isUnderWay } from '#features/data/collections/screen/recreate.panel.tsx';
import { RecreateProgress, useRecreate } from '#features/data/collections/screen/recreation.panel.tsx';

function SchemaNotices({ collection }: { readonly collection: CollectionDetail }) {
  const recreate = useRecreate();
  const [, change] = useAddress();
  const { recreation, waiting_changes: count, field_count: total, indexed_count: indexed } = collection;
  return (
    <Stack gap={12} mb={12}>
      {recreation !== null && isUnderWay(recreation) ? (
        <Alert color="gray" icon={<Clock size={18} aria-hidden />} title={t('The collection is being rebuilt')}>
          <RecreateProgress recreation={recreation} />
        </Alert>
      ) : (
        count > 0 && (
          <Alert
            color="gray"
            icon={<Clock size={18} aria-hidden color="var(--aisle-waiting)" />}
            title={t('{count} changes need a rebuild', { count })}
          >
            <Button onClick={() => void recreate(collection)}>{t('Recreate collection')}</Button>
          </Alert>
        )
      )}
      {total > maximumIndexedFields && (
        <Alert
          color="gray"
          icon={<Info size={18} aria-hidden />}
          title={t('{indexed} of {total} fields are indexed', { indexed, total })}
        >
          <Anchor component="button" type="button" onClick={() => change({ kind: 'custom', page: undefined })}>
            {t('Show custom data')}
          </Anchor>
        </Alert>
      )}
    </Stack>
  );
}

const linkedKeys = ['edit', 'search', 'kind'];

const kindWords: Readonly<Record<FieldKind, string>> = {
  all: msg('All'),
  searched: msg('Searched'),
  facets: msg('Filters'),
  custom: msg('Custom data'),
  private: msg('Private'),
  waiting: msg('Needs a rebuild'),
};

export default function SchemaPage() {
  const frame = useFrame();
  return (
    <CollectionPage keys={linkedKeys} frame={frame}>
      {({ id }) => <Schema collectionId={id} frame={frame} />}
    </CollectionPage>
  );
}

function useFrame(): PageFrame {
  return { title: t('Schema'), purpose: t('Choose what each field does.'), help: <Help /> };
}

function Schema({ collectionId, frame }: { readonly collectionId: number; readonly frame: PageFrame }) {
  const [address, change] = useAddress();
  const kind = fieldKinds.find((one) => one === address['kind']) ?? 'all';
  const list = useList(listFields, { c: collectionId, kind });
  const { data: collection } = useQuery(query(readCollection, { id: collectionId }));
  const isNarrowed = kind !== 'all';
  const isBare = list.isEmpty && !isNarrowed;
  const add = <AddButton label={t('Add field')} onClick={() => change({ edit: 'new' })} />;
  return (
    <Page
      {...frame}
      primary={!isBare && add}
      toolbar={
        !isBare && (
          <>
            <SearchInput list={list} label={t('Search the list')} />
            <NativeSelect
              aria-label={t('Fields')}
              data={fieldKinds.map((one) => ({ value: one, label: t(kindWords[one]) }))}
              value={kind}
              onChange={({ currentTarget: { value } }) => change({ kind: value === 'all' ? undefined : value, page: undefined })}
            />
            <Text size="sm" c="dimmed">
              {list.totalCount !== undefined && t('{count} fields', { count: list.totalCount })}
            </Text>
          </>
        )
      }
    >
      {collection && <SchemaNotices collection={collection} />}
      <Table
        label={t('Schema')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: ({ name }) => <FieldName name={name} />, isSortable: true },
          { name: 'type', title: t('Type'), cell: (field) => t(typeWord(field.type)), isSortable: true },
          { name: 'uses', title: t('Used for'), cell: (field) => <FieldUses field={field} /> },
          {
            name: 'found_count',
            title: t('Filled in'),
            cell: ({ found_count: count }) => <FilledIn count={count} total={collection?.item_count ?? 0} />,
            isNumber: true,
            isSortable: true,
          },
          { name: 'state', title: t('State'), cell: (field) => <FieldState field={field} /> },
        ]}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ edit: id })}
        actions={(field) => [{ label: t('Edit'), icon: Pencil, run: () => change({ edit: field.id }), shortcut: 'e' }]}
        empty={
          isNarrowed ? (
            <Empty
              icon={Table2}
              title={t('No rows for these filters')}
              text={t('Choose others, or clear them.')}
              action={
                <Button variant="default" onClick={() => change({ kind: undefined })}>
                  {t('Show all fields')}
                </Button>
              }
            />
          ) : (
            <Empty
              icon={Table2}
              title={t('No fields yet')}
              text={t('The first import finds fields with their types. You can also add them first.')}
              action={add}
            />
          )
        }
      />
      <FieldDrawer collectionId={collectionId} />
    </Page>
  );
}

function Help() {
  return (
    <>
      <Sentences
        of={[
          t('Choose which item fields are filters, names, variants or only data.'),
          t('Searched fields and their weights are in Relevance tuning.'),
        ]}
      />
      <AllowedLink needs="search" to={linkTo('/search-settings/relevance-tuning')}>
        {t('Open relevance tuning')}
      </AllowedLink>
    </>
  );
}

function usesOf(t: Translate, field: SchemaField): string[] {
  const isCustom = isSet(field.custom_data);
  const isSearched = !isCustom && field.searchable && !field.archive;
  return [
    ...(isSet(field.unique_field) ? [t('Unique')] : []),
    ...(isSet(field.front_name) ? [t('Shown name')] : []),
    ...(isSet(field.one_key) ? [t('Variants')] : []),
    ...(isSearched ? [t('Searched')] : []),
    ...(isSearched && field.autocomplete ? [t('Autocomplete')] : []),
    ...(!isCustom && field.facet && !field.archive ? [field.path ? t('Filters by level') : t('Filters')] : []),
    ...(field.archive ? [t('Private')] : []),
    ...(isCustom ? [t('Custom data')] : []),
  ];
}

function FieldUses({ field }: { readonly field: SchemaField }) {
  const uses = usesOf(t, field);
  if (uses.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('Shown only')}
      </Text>
    );
  return (
    <Group gap={4}>
      {uses.map((use) => (
        <Badge key={use} variant="default" tt="none" fw={500} radius="sm">
          {use}
        </Badge>
      ))}
    </Group>
  );
}

const FilledIn = ({ count, total }: { readonly count: number | null; readonly total: number }) =>
  count === null || total === 0 ? '–' : <span title={formats.number(count)}>{formats.percent(Math.min(1, count / total))}</span>;

function FieldState({ field: { waits, temp_type: waitingType } }: { readonly field: SchemaField }) {
  if (!waits) return null;
  const label =
    waitingType === null ? t('Needs a rebuild') : t('Becomes {type} with a rebuild', { type: t(typeWord(waitingType)) });
  return <Status kind="waiting" label={label} />;
}
