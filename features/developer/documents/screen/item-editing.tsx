import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { query, refresh, useCall } from '#ui/calls/queries.ts';
import { orToast, toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { useHasRefusedNumber } from '#ui/form/form.tsx';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { useAllowed } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import {
  addAisleDocument,
  type DocumentDetail,
  type DocumentHeader,
  type DocumentRow,
  ItemInput,
  listAisleDocuments,
  listDocuments,
  readDocument,
  removeAisleDocument,
  updateAisleDocument,
} from '#features/developer/documents/documents.contract.ts';
import { valueText } from './document-values.tsx';
import { FieldInputs } from './field-inputs.tsx';

const showingItems = [listAisleDocuments, listDocuments, readDocument];

/** Offers *Undo*; a failure is a toast. */
function useRemoveItem(id: number): (row: DocumentRow, name: string) => Promise<void> {
  const client = useQueryClient();
  const attempt = (work: () => Promise<void>) =>
    orToast(async () => {
      await work();
      await refresh(client, showingItems);
    });
  return ({ id: item_id }, name) =>
    attempt(async () => {
      const { fields } = await call(removeAisleDocument, { id, item_id });
      const run = () => void attempt(async () => void (await call(addAisleDocument, { id, item_id, fields })));
      toast({ text: t('“{name}” was deleted.', { name }), undo: run });
    });
}

/** `?edit=item:a1` edits an item, `?edit=new` adds one. */
const ofItem = 'item:';

export const editAddress = (itemId: string): { readonly edit: string } => ({ edit: `${ofItem}${itemId}` });

export function AddItem() {
  const [, change] = useAddress();
  const mayAdd = useAllowed(addAisleDocument.needs);
  return mayAdd && <AddButton label={t('Add item')} onClick={() => change({ edit: 'new' })} />;
}

export function useItemActions(collectionId: number): (row: DocumentRow) => readonly RowAction[] {
  const [, change] = useAddress();
  const remove = useRemoveItem(collectionId);
  return (row) => {
    const { name } = shownItemOf({ ...row.fields, id: row.id });
    return [
      { label: t('Edit'), icon: Pencil, run: () => change(editAddress(row.id)), shortcut: 'e', needs: updateAisleDocument.needs },
      {
        label: t('Delete'),
        icon: Trash2,
        run: () => void remove(row, name),
        question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
        shortcut: 'Delete',
        needs: removeAisleDocument.needs,
      },
    ];
  };
}

interface EditDrawerProps {
  readonly collectionId: number;
  readonly headers: readonly DocumentHeader[];
}

export function EditDrawer({ collectionId: id, headers }: EditDrawerProps) {
  const [{ edit = '' }, change] = useAddress<'/developer/documents'>();
  const mayEdit = useAllowed(updateAisleDocument.needs);
  const close = () => change({ edit: undefined });
  const isNew = edit === 'new';
  const itemId = edit.startsWith(ofItem) ? edit.slice(ofItem.length) : undefined;
  const asked = query(readDocument, { id, item_id: itemId ?? '' });
  const { data: opened } = useQuery({ ...asked, enabled: itemId !== undefined });
  const name = opened ? shownItemOf({ ...opened.fields, id: opened.id }).name : t('Edit');
  const form = { collectionId: id, headers, close };
  return (
    <SideDrawer isOpen={edit !== '' && mayEdit} title={isNew ? t('Add item') : name} onClose={close}>
      {isNew && <ItemForm known={null} {...form} />}
      {itemId !== undefined && (
        <Loaded query={asked} skeleton={<Skeleton height={320} aria-hidden />}>
          {(known) => <ItemForm key={known.id} known={known} {...form} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

interface ItemFormProps extends EditDrawerProps {
  /** null for a new one. */
  readonly known: DocumentDetail | null;
  readonly close: () => void;
}

function ItemForm({ collectionId: id, known, headers, close }: ItemFormProps) {
  const save = useCall(known ? updateAisleDocument : addAisleDocument, { refreshes: showingItems });
  const hasRefusedNumber = useHasRefusedNumber();
  return (
    <DrawerForm
      schema={ItemInput}
      initial={{ item_id: known?.id ?? '', fields: known?.fields ?? { name: '' } }}
      names={{ item_id: t('Id'), fields: t('Fields') }}
      save={async (input) => {
        await save.mutateAsync({ id, ...input });
        const name = valueText(input.fields['name'] ?? input.item_id);
        toast({ text: t('“{name}” was saved and is searchable.', { name }) });
      }}
      saveLabel={known ? t('Save changes') : t('Add item')}
      isChange={known !== null}
      waitReason={hasRefusedNumber ? t('Correct the marked numbers first.') : undefined}
      onClose={close}
    >
      {({ field, values, set }) => (
        <Stack gap={16}>
          <TextInput
            {...field('item_id')}
            readOnly={known !== null}
            description={known === null ? t('Unique in the collection, such as a SKU.') : undefined}
            data-autofocus={known === null || undefined}
          />
          <FieldInputs headers={headers} fields={values.fields} change={(fields) => set('fields', fields)} />
          {field('fields').error && (
            <Text size="sm" c="red" role="alert">
              {field('fields').error}
            </Text>
          )}
        </Stack>
      )}
    </DrawerForm>
  );
}
