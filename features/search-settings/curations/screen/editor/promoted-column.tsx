import { Alert, Button, Group, Text } from '@mantine/core';
import { EyeOff, Trash2, X } from 'lucide-react';
import { type availabilityWords, type ShownItem, shownItemOf } from '#ui/item/item-cell.tsx';
import { t } from '#ui/text/i18n.ts';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { ItemPicker, offeredItems } from '#ui/item/item-picker.tsx';
import { useCards } from '#ui/sortable/card-board.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { findCatalogueItems } from '#features/search-settings/curations/catalogue-items.contract.ts';
import { told } from './known-items.tsx';
import { columnOf } from './moves.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

const toldIds = 10;

function AddItem({ editor, q }: { readonly editor: CurationEditor; readonly q: string }) {
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

const outOfStock: keyof typeof availabilityWords = 'out_of_stock';

/** What customers see first, in this order. */
export function PromotedColumn(props: ColumnProps) {
  const { draft, itemOf, move } = props.editor;
  const gone = draft.promoted.filter((id) => itemOf(id).isGone);
  const soldOut = draft.promoted.filter((id) => itemOf(id).shown.availability === outOfStock);
  return (
    <EditorColumn
      {...props}
      name="promoted"
      bulk={[
        { label: t('Take out'), icon: X, to: 'found' },
        { label: t('Hide'), icon: EyeOff, to: 'hidden' },
      ]}
      action={
        gone.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Trash2 size={14} aria-hidden />}
            onClick={() => move({ ids: gone, to: 'found' })}
          >
            {t('Remove all {count} gone', { count: gone.length })}
          </Button>
        )
      }
      tools={
        <>
          <AddItem editor={props.editor} q={props.q} />
          {soldOut.length > 0 && (
            <Group gap={8} justify="space-between" role="status">
              <Text size="sm">{t('{count} promoted items are out of stock.', { count: soldOut.length })}</Text>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<X size={14} aria-hidden />}
                onClick={() => move({ ids: soldOut, to: 'found' })}
              >
                {t('Take out')}
              </Button>
            </Group>
          )}
        </>
      }
    >
      {draft.promoted.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.hint}>
          {t('What you promote comes first, in your order.')}
        </Text>
      )}
    </EditorColumn>
  );
}
