import { CopyPlus, Pencil, Power, PowerOff, Trash2, Undo2 } from 'lucide-react';
import type { AddressChanges } from '#ui/state/address.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import { type AnyCrud, type ItemOf } from '#contract/crud.ts';
import { idOf, isLeaving, isOff, type CrudState } from './crud.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';

export interface OwnActions<C extends AnyCrud> {
  readonly actions?: (row: ItemOf<C>) => readonly RowAction[];
  /** What the address gets when a row is opened, where that isn't the form. Such rows are changed elsewhere. */
  readonly opens?: (row: ItemOf<C>) => AddressChanges;
  readonly canRemove?: (row: ItemOf<C>) => boolean;
  /** Rows that are added and deleted, and never opened or changed. */
  readonly isFixed?: boolean;
  readonly bulk?: (ids: readonly number[]) => readonly RowAction[];
}

export function useRowActions<C extends AnyCrud>(
  crud: CrudState<C>,
  words: { readonly edit: string; readonly remove: string },
  { actions, opens, canRemove, isFixed = false }: OwnActions<C>,
  open: (row: ItemOf<C>) => void,
): (row: ItemOf<C>) => readonly RowAction[] {
  return (row) => {
    const name = crud.nameOf(row);
    if (isLeaving(row)) return [{ label: t('Keep “{name}”', { name }), icon: Undo2, run: () => void crud.keep([idOf(row)]) }];
    const edit: RowAction = { label: words.edit, icon: Pencil, run: () => open(row), shortcut: 'e' };
    const remove: RowAction = {
      label: words.remove,
      icon: Trash2,
      run: () => void crud.remove([idOf(row)], name),
      question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
      shortcut: 'Delete',
    };
    const canBeRemoved = canRemove?.(row) ?? true;
    return [...(actions?.(row) ?? []), ...(opens || isFixed ? [] : [edit]), ...(canBeRemoved ? [remove] : [])];
  };
}

export function useBulkActions<C extends AnyCrud>(crud: CrudState<C>, { bulk }: OwnActions<C>, copy: () => void): RowAction[] {
  const { selection, list } = crud;
  const ids = [...selection.ids];
  const shown = (list.rows ?? []).filter((row) => selection.ids.has(idOf(row)));
  const turn = (isActive: boolean) => () => void crud.setActive(ids, isActive);
  const disabledReason = useSavingBlock();
  const areAllOff = shown.length > 0 && shown.every(isOff);
  return [
    ...(crud.endpoints.isRule
      ? [
          areAllOff
            ? { label: t('Turn on'), icon: Power, run: turn(true), disabledReason }
            : { label: t('Turn off'), icon: PowerOff, run: turn(false), disabledReason },
        ]
      : []),
    ...(bulk?.(ids) ?? []).map((action) => ({ disabledReason, ...action })),
    { label: t('Copy to another project…'), icon: CopyPlus, run: copy, disabledReason },
    {
      label: t('Delete'),
      icon: Trash2,
      run: () => void crud.remove(ids),
      question: { text: t('Delete {count} rows?', { count: ids.length }), yes: t('Delete') },
    },
  ];
}
