import { Alert } from '@mantine/core';
import { useState } from 'react';
import { call } from '#console-kit/calls/api.ts';
import { query } from '#console-kit/calls/queries.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { type ShownItem, shownItemOf } from '#console-kit/item/item-cell.tsx';
import { ItemPicker, offeredItems } from '#console-kit/item/item-picker.tsx';
import { useCards } from '#console-kit/sortable/card-board.tsx';
import { errorText } from '#console-kit/text/error-text.ts';
import { t } from '#console-kit/text/i18n.ts';
import { findCatalogueItems } from '#features/search-settings/curations/catalogue-items.contract.ts';
import { told } from './known-items.tsx';
import { columnOf } from './moves.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

const toldIds = 10;

export function AddItem({ editor, q }: { readonly editor: CurationEditor; readonly q: string }) {
  const { move } = useCards();
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const { collectionId: c, draft, learn } = editor;

  const addAll = async (ids: readonly string[]): Promise<boolean> => {
    try {
      const { items, unknown_ids: unknownIds } = await call(findCatalogueItems, { c, ids: [...ids] });
      if (items.length === 0) return false;
      learn(told(items));
      move(
        items.map(({ id }) => id).filter((id) => !draft.promoted.includes(id)),
        'promoted',
      );
      setUnknown(unknownIds);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
    return true;
  };
  const add = (id: string, shown: ShownItem) => {
    setUnknown([]);
    learn({ [id]: { shown, isGone: false } });
    move([id], 'promoted');
  };
  const marks = { promoted: t('Promoted'), hidden: t('Hidden'), found: undefined } as const;
  return (
    <>
      <ItemPicker
        label={t('Add item')}
        isLabelHidden
        placeholder={t('Add item: name, ID or EAN')}
        query={(text) => query(findCatalogueItems, { c, q: text === '' ? q : text, limit: offeredItems })}
        offered={({ items }) =>
          items.map((item) => {
            const column = columnOf(draft, item.id);
            return { id: item.id, item: shownItemOf(item), mark: marks[column], isTaken: column === 'promoted' };
          })
        }
        pick={add}
        pickMany={addAll}
      />
      {unknown.length > 0 && (
        <Alert py={8} withCloseButton closeButtonLabel={t('Close')} onClose={() => setUnknown([])} role="status">
          {t('{count} IDs aren’t in the catalogue: {ids}', {
            count: unknown.length,
            ids: unknown.slice(0, toldIds).join(', ') + (unknown.length > toldIds ? ' …' : ''),
          })}
        </Alert>
      )}
    </>
  );
}
