import { useCollections } from '#ui/collection/collection.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import type { ChangeAction } from './release-change.tsx';
import type { ReleaseDetail, ShownChange } from '#features/search-settings/releases/releases.contract.ts';
import type { useRestore } from './use-restore.tsx';

type ChangedTo = Pick<ReleaseDetail, 'number' | 'can_restore' | 'is_live' | 'previous'>;

/** A live change can be undone. If the row has changed since, it can be restored to what it was in this release. */
export function useChangeActions(
  { number, can_restore: canRestore, is_live: isLive, previous }: ChangedTo,
  restore: ReturnType<typeof useRestore>['restore'],
  record: string,
): (change: ShownChange, name: string) => ChangeAction | undefined {
  const block = useSavingBlock();
  const { collections } = useCollections();
  return ({ source, id, collection_id: collectionId, is_live: isChangeLive }, name) => {
    if (isChangeLive && previous === null) return undefined;
    const isGone = collectionId !== null && collections?.every((one) => one.id !== collectionId) === true;
    const isKept = isChangeLive ? previous?.can_restore === true : canRestore || isLive;
    const disabledReason = block ?? (isGone ? t('Its collection no longer exists.') : isKept ? undefined : record);
    const rule = { source, id };
    if (isChangeLive && previous !== null) {
      const yes = t('Undo this change');
      const title = t('Undo the change of “{name}”?', { name });
      return { label: yes, disabledReason, run: () => void restore({ number: previous.number, rule, title, yes }) };
    }
    const yes = t('Restore this rule');
    return {
      label: yes,
      disabledReason,
      run: () => void restore({ number, rule, title: t('Restore “{name}”?', { name }), yes }),
    };
  };
}
