import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { RefusedSave } from '#ui/form/refused-save.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { problemText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import type { ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';
import {
  readAutocompleteSettings,
  readCatalogSettings,
  readSearchSettings,
  saveAutocompleteSettings,
  saveCatalogSettings,
  saveSearchSettings,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { Filters, ResultsPerPage } from './choice-lists.tsx';
import { FieldList } from './field-list.tsx';
import { draftOf, draftProblems, isSameDraft, type ResultDraft, sentOf, type SettingsAnswer } from './result-draft.ts';

export const resultCalls = {
  autocomplete: { read: readAutocompleteSettings, save: saveAutocompleteSettings },
  search: { read: readSearchSettings, save: saveSearchSettings },
  catalog: { read: readCatalogSettings, save: saveCatalogSettings },
} as const;

export interface ResultEdit {
  readonly draft: ResultDraft;
  /** Of the version that was edited. */
  readonly updatedAt: number | null;
}

interface ResultFormProps {
  readonly kind: ResultKind;
  readonly answer: SettingsAnswer;
  /** Held by the page, so that it outlives a switch of tabs; null while nothing is edited. */
  readonly edit: ResultEdit | null;
  readonly setEdit: (edit: ResultEdit | null) => void;
  /** Other calls whose response changes with a save. */
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[];
  readonly above?: (form: ResultFormState) => ReactNode;
  readonly below?: (form: ResultFormState) => ReactNode;
}

/** The settings of one kind of response. Saving publishes them. */
export function ResultForm(props: ResultFormProps) {
  const { kind, above, below } = props;
  const form = useResultForm(props);
  return (
    <>
      <RefusedSave
        failure={form.failure}
        conflict={(error) => (
          <SavedMeanwhile
            person={personOf(error)}
            at={undefined}
            differing={[]}
            load={form.reload}
            replace={() => void form.save(true)}
          />
        )}
      />
      <div key={form.round} style={{ display: 'grid', gap: 16 }}>
        {above?.(form)}
        <FieldList form={form} />
        <ResultsPerPage form={form} />
        {kind !== 'autocomplete' && <Filters form={form} />}
      </div>
      {below?.(form)}
      <SaveBar
        isDirty={form.isDirty}
        isSaving={form.isSaving}
        saveLabel={t('Save and publish')}
        save={() => void form.save()}
        discard={form.discard}
        reason={form.hasProblems ? t('Please, provide correct data!') : undefined}
      />
    </>
  );
}

function useResultForm({ kind, answer, edit, setEdit, refreshes = [] }: ResultFormProps) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [round, setRound] = useState(0);
  const saved = draftOf(answer);
  const draft = edit?.draft ?? saved;
  const updatedAt = edit?.updatedAt ?? answer.updated_at;
  const problems = draftProblems(draft, answer.fields, failure?.problems ?? []);
  const { read, save } = resultCalls[kind];
  const { queryKey } = query(read, { c: answer.collection_id });

  const close = () => {
    setEdit(null);
    setFailure(null);
    forgetUnsaved('page');
  };
  const discard = () => {
    close();
    setRound(round + 1);
  };
  return {
    kind,
    draft,
    saved,
    fields: answer.fields,
    isDirty: edit !== null && !isSameDraft(kind, draft, saved),
    isSaving,
    failure,
    hasProblems: problems.size > 0,
    /** Changes when a draft is discarded, to reset inputs that hold refused text. */
    round,
    discard,
    reload: () => {
      discard();
      void client.invalidateQueries({ queryKey });
    },
    problemAt: (place: string): string | undefined => {
      const problem = problems.get(place);
      return problem && problemText(t, problem, problem.code === 'alreadyUsed' ? '' : undefined);
    },
    change: (fields: Partial<ResultDraft>) => {
      const next = { ...draft, ...fields };
      setFailure(null);
      setEdit(isSameDraft(kind, next, saved) ? null : { draft: next, updatedAt });
    },
    async save(isReplacing = false) {
      setSaving(true);
      try {
        const sent = { ...sentOf(kind, draft), collection_id: answer.collection_id };
        const next: SettingsAnswer = await call(
          save as typeof saveCatalogSettings,
          {
            ...sent,
            ...(!isReplacing && { updated_at: updatedAt }),
          } as never,
        );
        client.setQueryData(queryKey, next as never);
        close();
        void refresh(client, [...refreshes]);
        toast({ text: t('Saved. Live now, release {release}.', { release: next.release }) });
      } catch (error) {
        setFailure(asCallError(error));
      } finally {
        setSaving(false);
      }
    },
  };
}

export type ResultFormState = ReturnType<typeof useResultForm>;
