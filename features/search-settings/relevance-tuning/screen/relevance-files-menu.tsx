import type { OutputOf } from '#contract/endpoint.ts';
import { toast } from '#ui/calls/toast.ts';
import { FilesMenu } from '#ui/files/files-menu.tsx';
import { t } from '#ui/text/i18n.ts';
import { relevanceFiles } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import type { RelevanceEditor } from './use-relevance-editor.tsx';

interface RelevanceFilesMenuProps {
  readonly editor: RelevanceEditor;
  readonly collectionId: number;
}

/** How fields are searched, out as it is saved, in as changes that nobody has saved yet. */
export function RelevanceFilesMenu({ editor, collectionId }: RelevanceFilesMenuProps) {
  const files = {
    endpoints: relevanceFiles,
    scope: { c: collectionId },
    renew: () => Promise.resolve(),
    take: (outcome: object) => {
      const { fields } = outcome as OutputOf<(typeof relevanceFiles)['importRows']>;
      editor.setAll(fields);
      toast({ text: t('{count} fields are set as in the file. Save and publish makes it live.', { count: fields.length }) });
    },
  };
  const block = editor.isDirty ? t('Save or discard your changes first.') : undefined;
  return <FilesMenu of={files} isEmpty={editor.isDirty} block={block} />;
}
