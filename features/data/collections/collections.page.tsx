import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useAddress } from '#console-kit/address.ts';
import { useFormats } from '#console-kit/format.ts';
import { useText } from '#console-kit/i18n.ts';
import { Moment } from '#console-kit/moment.tsx';
import { Page } from '#console-kit/page.tsx';
import { query } from '#console-kit/queries.ts';
import { SearchInput } from '#console-kit/search-input.tsx';
import { useShortList } from '#console-kit/short-list.ts';
import { Empty } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { useCollectionActions } from './collection-actions.tsx';
import { CollectionDrawer } from './collection-drawers.tsx';
import { CollectionStatus } from './collection-status.tsx';
import { rateLabel } from './collection-words.tsx';
import { listCollections, type Collection } from './collections.contract.ts';
import { GenerationsDrawer } from './generations-drawer.tsx';

const sortedBy = {
  name: ({ name }: Collection) => name,
  items: ({ item_count: count }: Collection) => count,
  size: ({ size_bytes: size }: Collection) => size,
  built: ({ built_at: at }: Collection) => at ?? 0,
};

export default function CollectionsPage() {
  const t = useText();
  const { number, bytes } = useFormats();
  const list = useShortList(listCollections, {}, sortedBy);
  const { data: collections } = useQuery(query(listCollections, {}));
  const [, change] = useAddress();
  const actionsOf = useCollectionActions();
  const add = <AddButton label={t('Add collection')} onClick={() => change({ edit: 'new' })} />;
  return (
    <Page
      title={t('Collections')}
      purpose={t('Kinds of items that are searched apart: products, categories, articles, brands.')}
      primary={!list.isEmpty && add}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search collections')} />}
      help={<Help />}
    >
      <Table
        label={t('Collections')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: (collection) => <Name collection={collection} />, isSortable: true },
          { name: 'items', title: t('Items'), cell: (one) => number(one.item_count), isNumber: true, isSortable: true },
          {
            name: 'size',
            title: t('Size'),
            cell: (one) => (one.size_bytes > 0 ? bytes(one.size_bytes) : '–'),
            isNumber: true,
            isSortable: true,
          },
          { name: 'rate', title: t('Relevant rate'), cell: (one) => rateLabel(one.relevant_rate), isNumber: true },
          {
            name: 'built',
            title: t('Last build'),
            cell: ({ built_at: at }) => (at === null ? t('Never') : <Moment at={at} />),
            isSortable: true,
          },
          { name: 'state', title: t('State'), cell: (collection) => <CollectionStatus collection={collection} />, width: 230 },
        ]}
        keyOf={({ id }) => id}
        actions={actionsOf}
        empty={
          <Empty
            icon={Layers}
            title={t('Your project needs a collection')}
            text={t('A collection holds one kind of items, such as products. Feeds fill it, and your shop searches in it.')}
            action={add}
          />
        }
      />
      <CollectionDrawer collections={collections} />
      <GenerationsDrawer collections={collections} />
    </Page>
  );
}

function Name({ collection: { id, name } }: { readonly collection: Collection }) {
  const [, change] = useAddress();
  return (
    <Anchor component="button" type="button" ta="start" underline="hover" onClick={() => change({ show: id })}>
      {name}
    </Anchor>
  );
}

function Help() {
  const t = useText();
  const sentences = [
    t('A shop searches its products, and perhaps its articles and brands too. Each of them is a collection with its own fields.'),
    t('An example: with “Products” and “Articles”, autocomplete shows garden hoses and, below them, the guide to choosing one.'),
    t(
      'Update makes searches use saved settings at once. Recreate builds the collection anew from its items, as a changed schema needs.',
    ),
  ];
  return sentences.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
