import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderPen } from 'lucide-react';
import { followingQuery } from '#ui/calls/queries.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { useList } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { type AisleDocument, listAisleDocuments } from '#features/developer/documents/documents.contract.ts';
import { DocumentName, useDocumentsFrame, OriginFilter } from './documents-frame.tsx';
import { AddItem, editAddress, EditDrawer, useItemActions } from './item-editing.tsx';
import { ChangeLine } from './newest-change.tsx';

const originTexts = {
  api: msg('Item API'),
  user: msg('By hand'),
  feed: msg('Feed'),
} as const satisfies Record<AisleDocument['origin'], string>;

const itemKeys = ['edit', 'only'];

export default function AisleDocumentsPage() {
  const frame = useDocumentsFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <OwnDocuments id={id} frame={frame} />}
    </CollectionPage>
  );
}

function OwnDocuments({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const [{ only }] = useAddress();
  const isChanged = only === 'changed';
  const list = useList(listAisleDocuments, { id, only: isChanged ? 'changed' : 'all' });
  const { headers, otherFeed } = useSchema(id);
  const actions = useItemActions(id);
  return (
    <Page
      {...frame}
      primary={<AddItem />}
      toolbar={
        <>
          <SearchInput list={list} label={t('Search documents')} />
          <OriginFilter shown={isChanged ? 'changed' : 'own'} search={list.search} />
        </>
      }
    >
      {otherFeed !== '' && (
        <Text size="sm" c="dimmed" mb={12}>
          {t('The feed “{name}” fills this collection. These items came another way or were edited.', {
            name: otherFeed,
          })}
        </Text>
      )}
      <Table
        label={t('Documents')}
        list={list}
        columns={[
          { name: 'item', title: t('Item'), cell: (row) => <DocumentName row={row} /> },
          { name: 'price', title: t('Price'), cell: (row) => <Price row={row} />, isNumber: true, width: 110 },
          { name: 'origin', title: t('Origin'), cell: ({ origin }) => t(originTexts[origin]), width: 110 },
          { name: 'change', title: t('Newest change'), cell: (row) => <LastChange row={row} /> },
        ]}
        keyOf={(row) => row.id}
        opens={({ id: itemId }) => editAddress(itemId)}
        actions={actions}
        empty={<NoOwnItems isChanged={isChanged} />}
      />
      <EditDrawer collectionId={id} headers={headers} />
    </Page>
  );
}

function NoOwnItems({ isChanged }: { readonly isChanged: boolean }) {
  if (isChanged)
    return (
      <Empty
        icon={FolderPen}
        title={t('Nothing was changed yet')}
        text={t('Changes by the item API or by hand appear here, newest first.')}
      />
    );
  return (
    <Empty
      icon={FolderPen}
      title={t('Your own items will be here')}
      text={t('Send items through the item API, or write one by hand, such as a gift voucher.')}
    />
  );
}

function Price({ row: { fields } }: { readonly row: AisleDocument }) {
  const { price, currency } = fields;
  if (typeof price !== 'number') return null;
  return typeof currency === 'string' ? formats.money(price, currency) : formats.number(price);
}

function LastChange({ row: { change } }: { readonly row: AisleDocument }) {
  if (change) return <ChangeLine change={change} />;
  return (
    <Text component="span" c="dimmed" size="sm">
      {t('as imported')}
    </Text>
  );
}

function useSchema(id: number) {
  const { data } = useQuery(followingQuery(listAisleDocuments, { id, per_page: 1 }));
  return { headers: data?.headers ?? [], otherFeed: data?.other_feed ?? '' };
}
