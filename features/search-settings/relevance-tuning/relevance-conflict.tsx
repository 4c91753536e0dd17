import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#console-kit/calls/call-error.ts';
import { followingAnswer } from '#console-kit/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#console-kit/form/conflict-alert.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { useChangeTexts } from './changed-text.tsx';
import { readRelevance } from './relevance-tuning.contract.ts';
import { propertyNames } from './tuned-properties.tsx';
import type { RelevanceEditor } from './use-relevance-editor.tsx';

interface RelevanceConflictProps {
  readonly editor: RelevanceEditor;
  readonly error: CallError;
  readonly collectionId: number;
  /** The version that is shown beside what is edited. */
  readonly replace: (version: number) => void;
}

/** Somebody else saved the relevance since it was opened here. What is edited differs from theirs in what is told. */
export function RelevanceConflict({ editor, error, collectionId, replace }: RelevanceConflictProps) {
  const t = useText();
  const texts = useChangeTexts();
  const { data: theirs, isFetchedAfterMount } = useQuery({
    ...followingAnswer(readRelevance, { id: collectionId }),
    refetchOnMount: 'always',
  });
  const isNew = theirs !== undefined && isFetchedAfterMount;
  const rate = { name: t('Match rate'), theirs: texts.rate(editor.savedRate), mine: texts.rate(editor.rate) };
  const fields = editor.changes.map(({ field, property }) => ({
    name: `${field.field_name}: ${t(propertyNames[property])}`,
    theirs: texts.value(field[property]),
    mine: texts.value(editor.fields.find(({ id }) => id === field.id)?.[property] ?? field[property]),
  }));
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={isNew ? theirs.beside.updated_at : undefined}
      differing={isNew ? [rate, ...fields].filter((one) => one.theirs !== one.mine) : []}
      load={isNew ? editor.discard : undefined}
      replace={isNew ? () => replace(theirs.beside.updated_at) : undefined}
    />
  );
}
