import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, Pin, Undo2 } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { type ColumnProps, EditorColumn } from './column.tsx';
import classes from './editor.module.css';

/** What customers never see for these queries. Collapsed at first where there is no room for three columns. */
export function HiddenColumn(props: ColumnProps) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <div className={classes.hidden} data-open={isOpen}>
      <EditorColumn
        {...props}
        name="hidden"
        bulk={[
          { label: t('Show again'), icon: Undo2, to: 'found' },
          { label: t('Promote'), icon: Pin, to: 'promoted' },
        ]}
        action={
          <UnstyledButton
            className={classes.opener}
            aria-expanded={isOpen}
            aria-label={isOpen ? t('Close hidden items') : t('Show hidden items')}
            onClick={toggle}
          >
            <ChevronDown size={18} aria-hidden />
          </UnstyledButton>
        }
      >
        {props.editor.draft.hidden.length === 0 && (
          <Text size="sm" c="dimmed" className={classes.hint}>
            {t('What you hide is never shown for these queries.')}
          </Text>
        )}
      </EditorColumn>
    </div>
  );
}
