import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '#console-kit/calls/queries.ts';
import { FilesMenu } from '#console-kit/files/files-menu.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { boostFiles, previewBoosts, readBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { BoostEditor } from './use-boost-editor.tsx';

interface BoostFilesMenuProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
}

/** The saved draft as a file, out and in. What isn't saved would be in neither, so it is saved or discarded first. */
export function BoostFilesMenu({ editor, collectionId }: BoostFilesMenuProps) {
  const client = useQueryClient();
  const files = {
    endpoints: boostFiles,
    scope: { c: collectionId },
    renew: () => refresh(client, [readBoosts, previewBoosts, readWaiting]),
  };
  const block = editor.isDirty ? t('Save or discard your changes first.') : undefined;
  const isEmpty = editor.saved.boosts.length === 0 || editor.isDirty;
  return <FilesMenu of={files} isEmpty={isEmpty} block={block} />;
}
