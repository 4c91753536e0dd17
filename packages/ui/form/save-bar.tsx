import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Pencil } from 'lucide-react';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { useHasRefusedNumber } from './form.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { saveText } from '#ui/page/goes-live.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './save-bar.module.css';

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly saveLabel: string;
  readonly save: () => void;
  readonly discard: () => void;
  readonly reason?: string | undefined;
  readonly changes?: readonly string[];
  /** Saves and publishes, where saving alone keeps a draft. */
  readonly publish?: (() => void) | undefined;
}

/** For pages that are edited as a whole. Ctrl S saves, leaving asks. */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, isSaving, saveLabel, save, discard, reason, changes = [], publish } = props;
  useUnsaved(isDirty, 'page');
  const saving = useSavingBlock();
  const hasRefusedNumber = useHasRefusedNumber();
  const block = saving ?? reason ?? (hasRefusedNumber ? t('Correct the marked numbers first.') : undefined);
  const isReady = isDirty && !isSaving && block === undefined;
  const saveOnce = () => isReady && save();
  useHotkeys([['mod+S', saveOnce]], []);
  if (!isDirty) return null;
  return (
    <Group className={classes.bar} role="region" aria-label={t('Unsaved changes')} data-save-bar gap={8}>
      <Text size="sm" fw={600} className={classes.text}>
        <Pencil size={16} aria-hidden className={classes.icon} />
        {block ?? (changes.length > 0 ? t('{count} changes', { count: changes.length }) : t('Unsaved changes'))}
      </Text>
      {changes.length > 0 && (
        <Text size="sm" c="dimmed" className={classes.changes} title={changes.join('\n')}>
          {changes.join(' · ')}
        </Text>
      )}
      <Group gap={8} className={classes.buttons}>
        <Button variant="default" onClick={discard} disabled={isSaving}>
          {t('Discard')}
        </Button>
        <Button
          onClick={saveOnce}
          loading={isSaving}
          disabled={block !== undefined}
          title="Ctrl S"
          {...(publish && { variant: 'default' })}
        >
          {saveLabel}
        </Button>
        {publish && (
          <Button onClick={() => isReady && publish()} disabled={isSaving || block !== undefined}>
            {saveText('atOnce')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
