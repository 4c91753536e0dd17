import { CopyPlus, Pencil, Power, PowerOff, Trash2, Undo2 } from 'lucide-react';
import type { AnyCrud, ItemOf } from '#contract/crud.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { t } from '#ui/text/i18n.ts';
import { idOf, isLeaving, isOff, type CrudState } from './crud.ts';

export const editAction = (label: string, run: () => void): RowAction => ({ label, icon: Pencil, run, shortcut: 'e' });

export function removeAction<C extends AnyCrud>(crud: CrudState<C>, label: string, row: ItemOf<C>): RowAction {
  const name = crud.nameOf(row);
  return {
    label,
    icon: Trash2,
    run: () => void crud.remove([idOf(row)], name),
    question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
    shortcut: 'Delete',
  };
}

/** `own` actions, or *Keep* for a deleted row that is live until midnight. */
export function orKeep<C extends AnyCrud>(crud: CrudState<C>, own: (row: ItemOf<C>) => readonly RowAction[]) {
  return (row: ItemOf<C>): readonly RowAction[] =>
    isLeaving(row)
      ? [{ label: t('Keep “{name}”', { name: crud.nameOf(row) }), icon: Undo2, run: () => void crud.keep([idOf(row)]) }]
      : own(row);
}

export const usualActions = <C extends AnyCrud>(
  crud: CrudState<C>,
  words: { readonly edit: string; readonly remove: string },
  open: (row: ItemOf<C>) => void = crud.open,
) => orKeep(crud, (row) => [editAction(words.edit, () => open(row)), removeAction(crud, words.remove, row)]);

interface BulkOptions {
  readonly own?: readonly RowAction[] | undefined;
  readonly copy: () => void;
  readonly block: string | undefined;
}

export function bulkActions<C extends AnyCrud>(crud: CrudState<C>, { own = [], copy, block }: BulkOptions): RowAction[] {
  const { selection, list } = crud;
  const ids = [...selection.ids];
  const shown = (list.rows ?? []).filter((row) => selection.ids.has(idOf(row)));
  const areAllOff = shown.length > 0 && shown.every(isOff);
  const turn = { run: () => void crud.setActive(ids, areAllOff), disabledReason: block };
  return [
    ...(crud.endpoints.isRule
      ? [areAllOff ? { label: t('Turn on'), icon: Power, ...turn } : { label: t('Turn off'), icon: PowerOff, ...turn }]
      : []),
    ...own.map((action) => ({ disabledReason: block, ...action })),
    { label: t('Copy to another project…'), icon: CopyPlus, run: copy, disabledReason: block },
    {
      label: t('Delete'),
      icon: Trash2,
      run: () => void crud.remove(ids),
      question: { text: t('Delete {count} rows?', { count: ids.length }), yes: t('Delete') },
    },
  ];
}
