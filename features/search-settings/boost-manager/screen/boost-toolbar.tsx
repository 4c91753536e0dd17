import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import type { BoostEditor } from './use-boost-editor.tsx';
import classes from './boost-manager.module.css';

interface ToolbarProps {
  readonly editor: BoostEditor;
  readonly draftCount: number;
}

export function useSaveDraft(editor: BoostEditor): (isReplacing?: boolean) => Promise<void> {
  return async (isReplacing = false) => {
    if (await editor.save(false, isReplacing)) toast({ text: t('Draft saved.') });
  };
}

export function DiscardButton({ editor, draftCount }: ToolbarProps) {
  const block = useSavingBlock();
  const discardDraft = async () => {
    const isSure = await confirm({
      title: t('Discard the draft?'),
      text: t('{count} saved changes are lost, live boosts stay.', { count: draftCount }),
      confirmLabel: t('Discard draft'),
      isDanger: true,
    });
    if (isSure && (await editor.discardDraft())) toast({ text: t('Draft discarded.') });
  };
  if (draftCount === 0)
    return (
      <Button variant="default" onClick={editor.discard} disabled={!editor.isDirty || editor.isSaving}>
        {t('Discard changes')}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={editor.isSaving} rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('Discard')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!editor.isDirty} onClick={editor.discard}>
          {t('Discard changes')}
        </Menu.Item>
        <Menu.Item color="red" disabled={block !== undefined} onClick={() => void discardDraft()}>
          {t('Discard draft')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** On narrow screens the bar at the bottom has them. */
export function WideButtons({ editor, draftCount }: ToolbarProps) {
  const block = useSavingBlock();
  const saveDraft = useSaveDraft(editor);
  return (
    <div className={classes.wideButtons}>
      <DiscardButton editor={editor} draftCount={draftCount} />
      <Button
        variant="default"
        onClick={() => void saveDraft()}
        loading={editor.isSaving}
        disabled={!editor.isDirty || block !== undefined}
        title={block ?? (editor.isDirty ? 'Ctrl S' : t('Nothing to save'))}
      >
        {t('Save')}
      </Button>
    </div>
  );
}
