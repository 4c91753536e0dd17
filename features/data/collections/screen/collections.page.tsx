import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Layers, CloudUpload, Hammer, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { query, useAction } from '#ui/calls/queries.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { useShortList } from '#ui/list/list.ts';
import { Empty } from '#ui/page/states.tsx';
import { Table } from '#ui/list/table.tsx';
import { CollectionDrawer, GenerationsDrawer } from './collection-drawers.tsx';
import { predefinedWords, rateLabel } from './collections.released.tsx';
import {
  type Collection,
  listCollections,
  applyCollection,
  predefinedIds,
  readCollection,
  removeCollection,
} from '#features/data/collections/collections.contract.ts';
import { Status, type StatusKind } from '#ui/page/status.tsx';
import { isUnderWay } from './recreate.panel.tsx';
import { EmbeddingStatus, useEmbeddingAction } from '#features/data/embeddings/screen/embeddings.panel.tsx';
import { RecreateProgress, useRecreate } from './recreation.panel.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { toast } from '#ui/calls/toast.ts';

function recreateBlock({ recreation, built_at: builtAt }: Collection): string | undefined {
  if (isUnderWay(recreation)) return t('This collection is being rebuilt already.');
  return builtAt === null ? t('There are no items yet. Import a feed first.') : undefined;
}

function useRemove(): (collection: Collection) => Promise<void> {
  const client = useQueryClient();
  const remove = useAction(removeCollection, { refreshes: 'everything', done: t('Deleted.') });
  return async ({ id, name, item_count: count }) => {
    try {
      const { dependent_by: uses } = await client.fetchQuery({ ...query(readCollection, { id }), staleTime: 0 });
      if (uses.length > 0) {
        const dependents = formats.list(uses.map((one) => t('“{name}”', { name: one.name })));
        const text = t('Used by {dependents}. Delete that or choose another collection there first.', { dependents });
        return toast({ text, kind: 'failure' });
      }
    } catch (error) {
      return toast({ text: errorText(error), kind: 'failure' });
    }
    const isSure = await confirm({
      title: t('Delete “{name}”?', { name }),
      text: t('“{name}” will be deleted with its {count} items, phrases, fields and settings, also items that no feed has.', {
        name,
        count,
      }),
      confirmLabel: t('Delete'),
      isDanger: true,
      typed: name,
    });
    if (isSure) remove.mutate({ id });
  };
}

function useCollectionActions(): (collection: Collection) => readonly RowAction[] {
  const [, change] = useAddress();
  const [recreate, remove, embeddingAction] = [useRecreate(), useRemove(), useEmbeddingAction()];
  const apply = useAction(applyCollection, {
    refreshes: [listCollections, readCollection],
    done: t('Searches use the new settings.'),
  });
  return (collection) => {
    const { id, need_update: needsUpdate } = collection;
    const noUpdate = needsUpdate ? undefined : t('Searches use the saved settings already.');
    return [
      { label: t('Edit'), icon: Pencil, run: () => change({ edit: id }), shortcut: 'e' },
      { label: t('Update collection'), icon: CloudUpload, run: () => apply.mutate({ id }), disabledReason: noUpdate },
      {
        label: t('Recreate collection'),
        icon: Hammer,
        run: () => void recreate(collection),
        disabledReason: recreateBlock(collection),
      },
      ...embeddingAction(collection),
      { label: t('Generations'), icon: Layers, run: () => change({ show: id }) },
      { label: t('Delete'), icon: Trash2, run: () => void remove(collection), shortcut: 'Delete' },
    ];
  };
}

const words: Readonly<Record<Collection['health'], { readonly kind: StatusKind; readonly word: string }>> = {
  good: { kind: 'live', word: msg('Live') },
  degraded: { kind: 'waiting', word: msg('Live, being repaired') },
  bad: { kind: 'error', word: msg('Damaged, import it again') },
  outdated: { kind: 'waiting', word: msg('Being rebuilt after an update') },
  down: { kind: 'error', word: msg('Search is not reachable') },
  empty: { kind: 'neutral', word: msg('No items yet') },
};

function CollectionStatus({ collection }: { readonly collection: Collection }) {
  const { id, health, recreation, waiting_changes: count, need_update: needsUpdate } = collection;
  if (recreation !== null && isUnderWay(recreation)) return <RecreateProgress recreation={recreation} />;
  return (
    <Stack gap={2} align="flex-start">
      <Status kind={words[health].kind} label={t(words[health].word)} />
      {recreation?.state === 'failed' && <Status kind="error" label={t('Could not be rebuilt')} />}
      {count > 0 && <Status kind="waiting" label={t('{count} changes need a rebuild', { count })} />}
      {needsUpdate && <Status kind="waiting" label={t('Settings wait for update')} />}
      <EmbeddingStatus collectionId={id} />
    </Stack>
  );
}

const sortedBy = {
  name: ({ name }: Collection) => name,
  items: ({ item_count: count }: Collection) => count,
  size: ({ size_bytes: size }: Collection) => size,
  built: ({ built_at: at }: Collection) => at ?? 0,
};

export default function CollectionsPage() {
  const list = useShortList(listCollections, {}, sortedBy);
  const { data: collections } = useQuery(query(listCollections, {}));
  const [, change] = useAddress();
  const actionsOf = useCollectionActions();
  const add = <AddButton label={t('Add collection')} onClick={() => change({ edit: 'new' })} />;
  return (
    <Page
      title={t('Collections')}
      purpose={t('Each kind of item is searched on its own: products, articles, brands.')}
      primary={!list.isEmpty && add}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search the list')} />}
      help={<Help />}
    >
      <Table
        label={t('Collections')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: ({ name }) => name, isSortable: true },
          { name: 'items', title: t('Items'), cell: (one) => formats.number(one.item_count), isNumber: true, isSortable: true },
          {
            name: 'size',
            title: t('Size'),
            cell: (one) => (one.size_bytes > 0 ? formats.bytes(one.size_bytes) : '–'),
            isNumber: true,
            isSortable: true,
            isWideOnly: true,
          },
          { name: 'rate', title: t('Match rate'), cell: (one) => rateLabel(one.relevant_rate), isNumber: true, isWideOnly: true },
          {
            name: 'built',
            title: t('Last build'),
            cell: ({ built_at: at }) => (at === null ? t('Never') : <Moment at={at} />),
            isSortable: true,
          },
          { name: 'state', title: t('State'), cell: (collection) => <CollectionStatus collection={collection} />, width: 230 },
        ]}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ edit: id })}
        actions={actionsOf}
        empty={
          <Empty
            icon={Layers}
            title={t('This project has no collection yet.')}
            text={t('A collection holds one kind of items, such as products. Feeds fill it; your shop searches it.')}
            action={add}
          />
        }
      />
      {collections?.length === 1 && <OtherKinds />}
      <CollectionDrawer collections={collections} />
      <GenerationsDrawer collections={collections} />
    </Page>
  );
}

/** A shop with one collection rarely knows that search can hold more. */
function OtherKinds() {
  const [, change] = useAddress<'/data/collections'>();
  return (
    <Group gap={8} mt={24}>
      <Text size="sm" c="dimmed">
        {t('Visitors can also search:')}
      </Text>
      {predefinedIds
        .filter((kind) => kind !== 'products')
        .map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => change({ edit: 'new', kind })}
          >
            {t(predefinedWords[kind].name)}
          </Button>
        ))}
    </Group>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Products, articles and brands are collections, each with its own fields.'),
        t('Update applies saved settings now. Recreate rebuilds the collection, as a changed schema needs.'),
      ]}
    />
  );
}
