import { Pencil, Trash2 } from 'lucide-react';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { shownItemOf } from '#console-kit/item/item-cell.tsx';
import { AddButton } from '#console-kit/crud/add-button.tsx';
import type { RowAction } from '#console-kit/crud/row-actions.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { DocumentHeader, DocumentRow } from '#features/developer/documents/documents.contract.ts';
import { EditItem } from './item-form.tsx';
import { useRemoveItem } from './remove-item.tsx';

/** `?edit=item:a1` edits an item, `?edit=new` adds one. */
const ofItem = 'item:';

export const editAddress = (itemId: string): { readonly edit: string } => ({ edit: `${ofItem}${itemId}` });

export function AddItem() {
  const [, change] = useAddress();
  return <AddButton label={t('Add item')} onClick={() => change({ edit: 'new' })} />;
}

export function useItemActions(collectionId: number): (row: DocumentRow) => readonly RowAction[] {
  const [, change] = useAddress();
  const remove = useRemoveItem(collectionId);
  return (row) => [
    { label: t('Edit item'), icon: Pencil, run: () => change(editAddress(row.id)), shortcut: 'e' },
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
  ];
}

interface EditDrawerProps {
  readonly collectionId: number;
  readonly headers: readonly DocumentHeader[];
}

export function EditDrawer({ collectionId, headers }: EditDrawerProps) {
  const [{ edit }, change] = useAddress();
  const close = () => change({ edit: undefined });
  const itemId = edit?.startsWith(ofItem) ? edit.slice(ofItem.length) : null;
  const isNew = edit === 'new';
  return (
    <SideDrawer isOpen={edit !== undefined} title={isNew ? t('Add item') : t('Edit item')} onClose={close}>
      {(isNew || itemId !== null) && <EditItem collectionId={collectionId} itemId={itemId} headers={headers} onClose={close} />}
    </SideDrawer>
  );
}
