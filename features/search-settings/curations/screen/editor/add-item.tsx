import { Alert } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { ItemPicker, offeredItems } from '#ui/item/item-picker.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { findCatalogueItems } from '#features/search-settings/curations/curations.contract.ts';
import { columnOf } from './draft.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

const listedIds = 10;

/** Promotes any item of the catalogue, or a pasted list of ids. */
export function AddItem({ editor, q }: { readonly editor: CurationEditor; readonly q: string }) {
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const { collectionId: c, draft, learn, promote } = editor;

  const addAll = async (ids: readonly string[]): Promise<boolean> => {
    try {
      const { items, unknown_ids: unknownIds } = await call(findCatalogueItems, { c, ids: [...ids] });
      if (items.length === 0) return false;
      learn(items);
      promote(items.map(({ id }) => id));
      setUnknown(unknownIds);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
    return true;
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
        pick={(id, shown) => {
          setUnknown([]);
          learn([{ id, ...shown }]);
          promote([id]);
        }}
        pickMany={addAll}
      />
      {unknown.length > 0 && (
        <Alert py={8} withCloseButton closeButtonLabel={t('Close')} onClose={() => setUnknown([])} role="status">
          {t('{count} IDs aren’t in the catalogue: {ids}', {
            count: unknown.length,
            ids: unknown.slice(0, listedIds).join(', ') + (unknown.length > listedIds ? ' …' : ''),
          })}
        </Alert>
      )}
    </>
  );
}
