import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { toast } from '#ui/calls/toast.ts';
import { t } from '#ui/text/i18n.ts';
import { useToldBoosts } from './boost-changes.tsx';
import { type Boost, readBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostVersions, type EditedBoosts, isMine, isTheirs } from './merged-boosts.ts';
import type { BoostEditor } from './use-boost-editor.tsx';

interface BoostConflictProps {
  readonly editor: BoostEditor;
  readonly error: CallError;
  readonly collectionId: number;
}

/** Somebody else saved the draft since it was opened here. What they did is told, and beside it what was done here. */
export function BoostConflict({ editor, error, collectionId }: BoostConflictProps) {
  const { data: theirs } = useQuery({ ...query(readBoosts, { c: collectionId }), refetchOnMount: 'always' });
  const isNew = theirs !== undefined && theirs.updated_at !== editor.saved.updated_at;
  const differing = useDiffering(editor, isNew ? theirs : editor.saved, theirs?.fields ?? []);
  const keep = async () => {
    if (theirs && (await editor.keepOnTop(theirs))) toast({ text: t('Draft saved.') });
  };
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={isNew ? (theirs.updated_at ?? undefined) : undefined}
      differing={isNew ? differing : []}
      load={isNew ? editor.discard : undefined}
      keep={isNew ? () => void keep() : undefined}
    />
  );
}

function useDiffering({ saved: began, now }: BoostEditor, theirs: EditedBoosts, fields: Parameters<typeof useToldBoosts>[0]) {
  const { boost: told, settings } = useToldBoosts(fields);
  const change = (before: Boost | undefined, after: Boost | undefined): string => {
    if (after === undefined) return t('deleted');
    if (before === undefined) return t('added: {boost}', { boost: told(after) });
    return `${told(before)} → ${told(after)}`;
  };
  const rows = boostVersions(began, theirs, now).map((one) => ({
    name: (one.began ?? one.theirs ?? one.mine)?.field ?? '',
    theirs: isTheirs(one) ? change(one.began, one.theirs) : t('not changed'),
    mine: isMine(one) ? change(one.began, one.mine) : t('not changed'),
  }));
  const setting = ({ overrides_relevance: isOn }: EditedBoosts) =>
    isOn === began.overrides_relevance ? t('not changed') : settings(isOn);
  const isSettingSame = [theirs, now].every((one) => one.overrides_relevance === began.overrides_relevance);
  return isSettingSame ? rows : [...rows, { name: t('All boosts'), theirs: setting(theirs), mine: setting(now) }];
}
