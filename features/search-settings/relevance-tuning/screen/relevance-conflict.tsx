import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { followingAnswer } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { t } from '#ui/text/i18n.ts';
import { useChangeTexts } from './changed-text.tsx';
import { readRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { properties, propertyNames } from './tuned-properties.tsx';
import type { RelevanceEditor } from './use-relevance-editor.tsx';

interface RelevanceConflictProps {
  readonly editor: RelevanceEditor;
  readonly error: CallError;
  readonly collectionId: number;
  readonly replace: (version: number) => void;
}

/** Somebody else saved the relevance since it was opened here. Shows their changes beside the edits made here. */
export function RelevanceConflict({ editor, error, collectionId, replace }: RelevanceConflictProps) {
  const texts = useChangeTexts();
  const { data: theirs, isFetchedAfterMount } = useQuery({
    ...followingAnswer(readRelevance, { id: collectionId }),
    refetchOnMount: 'always',
  });
  const isNew = theirs !== undefined && isFetchedAfterMount;
  /** The old and the new value of the other person, and one's own if it was edited. Saving leaves everything else as they saved it. */
  const compared = <Value,>(
    name: string,
    says: (value: Value) => string,
    [before, now, mine]: readonly [Value, Value, Value | undefined],
  ) =>
    before === now && (mine === undefined || mine === now)
      ? []
      : {
          name,
          theirs: before === now ? says(now) : `${says(before)} → ${says(now)}`,
          mine: mine === undefined ? t('not changed') : says(mine),
        };
  const { began, edits, saved } = editor;
  const fields = saved.flatMap((field) => {
    const before = began.data.find(({ id }) => id === field.id) ?? field;
    const mine = edits.fields.get(field.id);
    return properties.flatMap((property) =>
      compared(`${field.field_name}: ${t(propertyNames[property])}`, texts.value, [
        before[property],
        field[property],
        mine?.[property],
      ]),
    );
  });
  const rate = compared(t('Match rate'), texts.rate, [began.beside.relevant_rate, editor.savedRate, edits.rate ?? undefined]);
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={isNew ? theirs.beside.updated_at : undefined}
      differing={isNew ? [rate, fields].flat() : []}
      load={isNew ? editor.discard : undefined}
      keep={isNew ? () => replace(theirs.beside.updated_at) : undefined}
    />
  );
}
