import { Button } from '@mantine/core';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import { type Boosts, checkBoostQueries } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { type BoostEditor, sentBoosts } from './use-boost-editor.tsx';

/** A check, which asks where visitors would notice much, and then all of the draft is live. Unsaved changes are saved with it. */
export function usePublishBoosts(editor: BoostEditor, { collection_id: collectionId }: Boosts) {
  const publish = async () => {
    if (await editor.save(true)) toast({ text: t('Saved. Customers see the new boost.') });
  };
  const sent = sentBoosts(editor.now);
  return usePublishGate({
    name: 'boosts',
    collectionId,
    check: (part, signal) => call(checkBoostQueries, { ...sent, ...part }, { signal }),
    draft: JSON.stringify(sent),
    publishLabel: t('Publish boosts'),
    publish: () => void publish(),
  });
}

interface PublishButtonProps {
  readonly editor: BoostEditor;
  readonly draftCount: number;
  readonly isFailing: boolean;
  readonly publish: () => void;
}

export function PublishButton({ editor, draftCount, isFailing, publish }: PublishButtonProps) {
  const block = useSavingBlock();
  const isNothing = !editor.isDirty && draftCount === 0;
  const reason =
    block ??
    (isNothing ? t('Nothing to publish') : isFailing ? t('The preview fails, so nobody knows what this would do.') : undefined);
  return (
    <Button onClick={publish} loading={editor.isSaving} disabled={reason !== undefined} title={reason}>
      {t('Publish boosts')}
    </Button>
  );
}
