import { Button, Group, Text } from '@mantine/core';
import { EyeOff, Trash2, X } from 'lucide-react';
import type { availabilityWords } from '#console-kit/item/item-cell.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { AddItem } from './add-item.tsx';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';

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
