import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderPen, Pencil, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useAddress } from '#console-kit/address.ts';
import { type CollectionChoice, useCollections, useLinkedCollection } from '#console-kit/collection.ts';
import { useText } from '#console-kit/i18n.ts';
import { useList } from '#console-kit/list.ts';
import { NoItems } from '#console-kit/no-items.tsx';
import { Page } from '#console-kit/page.tsx';
import { followingQuery } from '#console-kit/queries.ts';
import { SearchInput } from '#console-kit/search-input.tsx';
import { SideDrawer } from '#console-kit/side-drawer.tsx';
import { Empty, RowSkeletons } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { listAisleDocuments, type AisleDocument } from './aisle-documents.contract.ts';
import { DocumentName } from './document-name.tsx';
import { FieldValueText } from './field-value.tsx';
import { EditItem } from './item-form.tsx';
import { ChangeLine } from './newest-change.tsx';
import { originTexts } from './origins.tsx';
import { useRemoveItem } from './remove-item.tsx';

/** What the address says of the items of the collection. */
const itemKeys = ['edit', 'only'];

export default function AisleDocumentsPage() {
  const collection = useLinkedCollection(itemKeys);
  const { collections } = useCollections();
  if (collection) return <OwnDocuments key={collection.id} collection={collection} />;
  return <DocumentsFrame>{collections ? <NoItems /> : <RowSkeletons />}</DocumentsFrame>;
}

interface FrameProps {
  readonly primary?: React.ReactNode;
  readonly toolbar?: React.ReactNode;
  readonly children: React.ReactNode;
}

function DocumentsFrame({ children, ...parts }: FrameProps) {
  const t = useText();
  return (
    <Page
      title={t('Aisle documents')}
      purpose={t('Items that you send or write yourself: change them here and they are found at once.')}
      help={<Help />}
      {...parts}
    >
      {children}
    </Page>
  );
}

function OwnDocuments({ collection: { id } }: { readonly collection: CollectionChoice }) {
  const t = useText();
  const [{ edit, only }, change] = useAddress();
  const isChanged = only === 'changed';
  const list = useList(listAisleDocuments, { id, only: isChanged ? 'changed' : 'all' });
  const isBare = list.isEmpty && !isChanged;
  const { headers, otherFeed } = useSchema(id);
  const remove = useRemoveItem(id);
  const open = (itemId: string) => change({ edit: `item:${itemId}` });
  const close = () => change({ edit: undefined });
  const add = <AddButton label={t('Add item')} onClick={() => change({ edit: 'new' })} />;
  const isNew = edit === 'new';
  const itemId = edit?.startsWith('item:') ? edit.slice('item:'.length) : null;
  return (
    <DocumentsFrame
      primary={!isBare && add}
      toolbar={
        !isBare && (
          <>
            <SearchInput list={list} label={t('Search documents')} />
            {otherFeed === '' && (
              <SegmentedControl
                aria-label={t('Which items')}
                value={isChanged ? 'changed' : 'all'}
                onChange={(next) => change({ only: next === 'changed' ? next : undefined, page: undefined })}
                data={[
                  { value: 'all', label: t('All items') },
                  { value: 'changed', label: t('Changed lately') },
                ]}
              />
            )}
          </>
        )
      }
    >
      {otherFeed !== '' && (
        <Text size="sm" c="dimmed" mb={12}>
          {t('The feed “{name}” fills this collection. Here are only the items that came another way or were changed by hand.', {
            name: otherFeed,
          })}
        </Text>
      )}
      <Table
        label={t('Aisle documents')}
        list={list}
        columns={[
          { name: 'item', title: t('Item'), cell: (row) => <DocumentName row={row} open={() => open(row.id)} /> },
          {
            name: 'price',
            title: t('Price'),
            cell: ({ fields }) => <FieldValueText value={fields['price']} />,
            isNumber: true,
            width: 90,
          },
          { name: 'origin', title: t('Origin'), cell: ({ origin }) => t(originTexts[origin]), width: 110 },
          { name: 'change', title: t('Newest change'), cell: (row) => <LastChange row={row} /> },
        ]}
        keyOf={(row) => row.id}
        actions={(row) => [
          { label: t('Edit item'), icon: Pencil, run: () => open(row.id) },
          { label: t('Delete item'), icon: Trash2, run: () => void remove(row) },
        ]}
        empty={
          isChanged ? (
            <Empty
              icon={FolderPen}
              title={t('Nothing was changed yet')}
              text={t('What the item API or a person changes will be here, the newest change first.')}
            />
          ) : (
            <Empty
              icon={FolderPen}
              title={t('Your own items will be here')}
              text={t(
                'A shop may send its items through the item API, or you write one by hand: a gift voucher, a service, whatever no feed has.',
              )}
              action={add}
            />
          )
        }
      />
      <SideDrawer isOpen={edit !== undefined} title={isNew ? t('Add item') : t('Edit item')} onClose={close}>
        {(isNew || itemId !== null) && <EditItem collectionId={id} itemId={itemId} headers={headers} onClose={close} />}
      </SideDrawer>
    </DocumentsFrame>
  );
}

function LastChange({ row: { change } }: { readonly row: AisleDocument }) {
  const t = useText();
  if (change) return <ChangeLine change={change} />;
  return (
    <Text component="span" c="dimmed" size="sm">
      {t('as imported')}
    </Text>
  );
}

/** What comes beside the rows; the smallest page has it, too. */
function useSchema(id: number) {
  const { data } = useQuery(followingQuery(listAisleDocuments, { id, per_page: 1 }));
  return { headers: data?.headers ?? [], otherFeed: data?.other_feed ?? '' };
}

function Help() {
  const t = useText();
  return [
    t('Here are the items that came by Aisle’s own feed, by the item API or by hand, with who changed each of them last.'),
    t(
      'What you save is searchable at once. An item that a feed brought is overwritten by the next import of that feed; items of the API stay until they are sent again or deleted.',
    ),
    t(
      'An example: a gift voucher with the id “voucher-500”, a name and a price. Customers who search for “gift” find it beside your goods.',
    ),
  ].map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
