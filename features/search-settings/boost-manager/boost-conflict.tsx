import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#console-kit/calls/call-error.ts';
import { query } from '#console-kit/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#console-kit/form/conflict-alert.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { useChangedBoosts } from './boost-changes.tsx';
import { readBoosts } from './boost-manager.contract.ts';
import type { BoostEditor } from './use-boost-editor.tsx';

interface BoostConflictProps {
  readonly editor: BoostEditor;
  readonly error: CallError;
  readonly collectionId: number;
}

/** Somebody else saved the draft since it was opened here. */
export function BoostConflict({ editor, error, collectionId }: BoostConflictProps) {
  const t = useText();
  const { data: theirs } = useQuery({ ...query(readBoosts, { c: collectionId }), refetchOnMount: 'always' });
  const changedBoosts = useChangedBoosts(theirs?.fields ?? []);
  const isNew = theirs !== undefined && theirs.updated_at !== editor.saved.updated_at;
  const replace = async () => {
    if (theirs && (await editor.replace(theirs, false))) toast({ text: t('Draft saved.') });
  };
  const differing = isNew
    ? changedBoosts(theirs, editor.now).map(({ before, after }) => ({
        name: t('Boost'),
        theirs: before ?? '–',
        mine: after ?? '–',
      }))
    : [];
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={isNew ? (theirs.updated_at ?? undefined) : undefined}
      differing={differing}
      load={isNew ? editor.discard : undefined}
      replace={isNew ? () => void replace() : undefined}
    />
  );
}
