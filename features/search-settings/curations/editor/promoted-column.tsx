import { Button, Text } from '@mantine/core';
import { EyeOff, Trash2, X } from 'lucide-react';
import { useText } from '#console-kit/text/i18n.ts';
import { AddItem } from './add-item.tsx';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';

/** What customers see first, in its order. */
export function PromotedColumn(props: ColumnProps) {
  const t = useText();
  const { draft, itemOf, move } = props.editor;
  const gone = draft.promoted.filter((id) => itemOf(id).isGone);
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
      tools={<AddItem editor={props.editor} q={props.q} />}
    >
      {draft.promoted.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.hint}>
          {t('What you promote comes first, in your order.')}
        </Text>
      )}
    </EditorColumn>
  );
}
