import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderPen, Pencil, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/list/add-button.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { CollectionPage, type PageFrame } from '#console-kit/collection/collection-page.tsx';
import { Sentences } from '#console-kit/page/sentences.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { useList } from '#console-kit/list/list.ts';
import { shownItemOf } from '#console-kit/item/item-cell.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { SearchInput } from '#console-kit/list/search-input.tsx';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { Empty } from '#console-kit/page/states.tsx';
import { Table } from '#console-kit/list/table.tsx';
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
  const frame = useFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <OwnDocuments id={id} frame={frame} />}
    </CollectionPage>
  );
}

function useFrame(): PageFrame {
  const t = useText();
  return {
    title: t('Aisle documents'),
    purpose: t('Items that you send or write yourself: change them here and they are found at once.'),
    help: <Help />,
  };
}

function OwnDocuments({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
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
    <Page
      {...frame}
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
          { name: 'item', title: t('Item'), cell: (row) => <DocumentName row={row} /> },
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
        opens={({ id: itemId }) => ({ edit: `item:${itemId}` })}
        actions={(row) => [
          { label: t('Edit item'), icon: Pencil, run: () => open(row.id), shortcut: 'e' },
          {
            label: t('Delete item'),
            icon: Trash2,
            run: () => void remove(row),
            question: {
              text: t('Delete “{name}”?', { name: shownItemOf({ ...row.fields, id: row.id }).name }),
              yes: t('Delete'),
            },
            shortcut: 'Delete',
          },
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
    </Page>
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
  return (
    <Sentences
      of={[
        t('Here are the items that came by Aisle’s own feed, by the item API or by hand, with who changed each of them last.'),
        t(
          'What you save is searchable at once. An item that a feed brought is overwritten by the next import of that feed; items of the API stay until they are sent again or deleted.',
        ),
        t(
          'An example: a gift voucher with the id “voucher-500”, a name and a price. Customers who search for “gift” find it beside your goods.',
        ),
      ]}
    />
  );
}
