import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import type { ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';
import { isSameDraft, type ResultDraft, type SavedSettings, sentOf, settingsOf } from './draft.ts';
import { resultCalls } from './result-calls.ts';
import type { Problem } from '#contract/errors.ts';
import { resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import type { AnswerField } from '#features/developer/result-settings/result-settings.contract.ts';

/** What is wrong with a draft, by its place: `sort.0.field`. The server checks the same. */
type DraftProblems = ReadonlyMap<string, Problem>;

const checkedField = ({ name, type, is_archived, is_counted, is_path }: AnswerField) => ({
  name,
  type,
  isArchived: is_archived,
  isCounted: is_counted,
  isPath: is_path,
});

/** With what the server said of the draft as it was last sent. */
export function draftProblems(draft: ResultDraft, fields: readonly AnswerField[], told: readonly Problem[]): DraftProblems {
  const found = resultProblems(draft, fields.map(checkedField));
  return new Map([...told.filter(({ field }) => field !== ''), ...found].map((problem) => [problem.field, problem]));
}

export interface ResultEdit {
  readonly draft: ResultDraft;
  readonly began: SavedSettings;
}
type Save = (typeof resultCalls)['catalog']['save'];

interface EditorOptions {
  readonly kind: ResultKind;
  readonly saved: SavedSettings;
  /** Kept by the screen, so that other tabs of it may come and go meanwhile; null while nothing is edited. */
  readonly edit: ResultEdit | null;
  readonly setEdit: (edit: ResultEdit | null) => void;
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

export function useResultEditor({ kind, saved, edit, setEdit, refreshes }: EditorOptions) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [round, setRound] = useState(0);
  const draft = edit?.draft ?? saved.draft;
  const problems = draftProblems(draft, saved.fields, failure?.problems ?? []);
  const sent = { ...sentOf(kind, draft), collection_id: saved.collection_id };

  const close = () => {
    setEdit(null);
    setFailure(null);
    forgetUnsaved('page');
  };
  return {
    kind,
    saved,
    began: edit?.began ?? saved,
    draft,
    sent,
    problems,
    isDirty: edit !== null && !isSameDraft(kind, edit.draft, saved.draft),
    isSaving,
    failure,
    /** Another one after what was typed is discarded, so that inputs forget it, too. */
    round,
    problemAt: (place: string): string | undefined => {
      const problem = problems.get(place);
      return problem && problemText(t, problem, problem.code === 'alreadyUsed' ? '' : undefined);
    },
    change: (fields: Partial<ResultDraft>) => {
      const began = edit?.began ?? saved;
      const next = { ...draft, ...fields };
      setFailure(null);
      setEdit(isSameDraft(kind, next, began.draft) ? null : { draft: next, began });
    },
    discard: () => {
      close();
      setRound(round + 1);
    },
    /** Answers the new release; null if it was refused. `version` is the version to overwrite. */
    async save(version: number | null = (edit?.began ?? saved).updated_at): Promise<number | null> {
      setSaving(true);
      try {
        const { read, save, sample } = resultCalls[kind];
        const answer = await call(save as Save, { ...sent, updated_at: version } as never);
        client.setQueryData(query(read, { c: saved.collection_id }).queryKey, answer as never);
        close();
        void refresh(client, [sample, ...refreshes]);
        return settingsOf(answer).release;
      } catch (error) {
        setFailure(asCallError(error));
        return null;
      } finally {
        setSaving(false);
      }
    },
  };
}

export type ResultEditor = ReturnType<typeof useResultEditor>;
