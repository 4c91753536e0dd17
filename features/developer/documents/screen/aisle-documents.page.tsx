import { Text } from '@mantine/core';
import { FolderPen } from 'lucide-react';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { Price, shownItemOf } from '#ui/item/item-cell.tsx';
import { useList } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { type AisleDocument, listAisleDocuments } from '#features/developer/documents/documents.contract.ts';
import { ChangeLine, DocumentName, OriginFilter, useDocumentsFrame } from './document-values.tsx';
import { AddItem, editAddress, EditDrawer, useItemActions } from './item-editing.tsx';

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
  const actions = useItemActions(id);
  const { headers = [], other_feed: otherFeed = '' } = list.answer ?? {};
  return (
    <Page
      {...frame}
      primary={<AddItem />}
      toolbar={
        <>
          <SearchInput list={list} label={t('Search the list')} />
          <OriginFilter shown={isChanged ? 'changed' : 'own'} />
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
          { name: 'price', title: t('Price'), cell: (row) => <PriceOf row={row} />, isNumber: true, width: 110 },
          { name: 'origin', title: t('Origin'), cell: ({ origin }) => t(originTexts[origin]), width: 110 },
          {
            name: 'change',
            title: t('Newest change'),
            cell: ({ change }) => (change ? <ChangeLine change={change} /> : t('as imported')),
          },
        ]}
        keyOf={(row) => row.id}
        opens={({ id: itemId }) => editAddress(itemId)}
        actions={actions}
        empty={
          isChanged ? (
            <Empty
              icon={FolderPen}
              title={t('No changes yet')}
              text={t('Changes by the item API or by hand appear here, newest first.')}
            />
          ) : (
            <Empty
              icon={FolderPen}
              title={t('No items of your own yet')}
              text={t('Send items through the item API, or write one by hand, such as a gift voucher.')}
            />
          )
        }
      />
      <EditDrawer collectionId={id} headers={headers} />
    </Page>
  );
}

function PriceOf({ row: { id, fields } }: { readonly row: AisleDocument }) {
  const { price, currency } = shownItemOf({ ...fields, id });
  return price === undefined ? null : <Price value={price} currency={currency} />;
}
