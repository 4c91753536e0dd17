import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { Beside } from '#ui/page/beside.tsx';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { maximumFacets, maximumFacetValues, maximumPerPage, maximumSortChoices } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { DraftConflict, RefusedSave } from '#ui/form/conflict.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { savedText, saveText } from '#ui/page/goes-live.ts';
import { Panel } from '#ui/page/panel.tsx';
import { AddChoice } from '#ui/form/add-choice.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import {
  type CatalogSettings,
  type LayoutColumn,
  resultCalls,
  type ResultKind,
  type ResultSettingFields,
  type ShownFacet,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { BoundedNumber, OrderedRows, RowName, RowText, Wrong } from './ordered-rows.tsx';
import { fieldChoice, fieldLabel } from '#ui/item/field-words.ts';
import { FieldList } from './field-list.tsx';
import { sortId, sortOf, sortOptions, sortText } from './sort-choices.panel.tsx';

/** Parts that a kind of response doesn't have are empty. */
export interface ResultDraft extends Omit<ResultSettingFields, 'kind'> {
  readonly layout_columns: readonly LayoutColumn[];
}

export type SettingsAnswer = Omit<CatalogSettings, keyof ResultDraft> &
  Pick<ResultDraft, 'results' | 'per_page'> &
  Partial<ResultDraft> & { readonly usual_facets?: readonly string[] };

function draftOf(answer: SettingsAnswer): ResultDraft {
  const { results, per_page, sort = [], facets = [], path_field = null, path_sorts = [], layout_columns = [] } = answer;
  return { results, per_page, sort, facets, path_field, path_sorts, layout_columns };
}

export const readSettings = (kind: ResultKind, c: number) =>
  query(resultCalls[kind].read as typeof resultCalls.catalog.read, { c });

/** `refreshes`: other calls whose response changes with a save. */
export function useResultForm(kind: ResultKind, answer: SettingsAnswer, refreshes: readonly Pick<Endpoint, 'path'>[] = []) {
  const [round, setRound] = useState(0);
  const { save } = resultCalls[kind] as typeof resultCalls.catalog;
  const editor = useDraft<SettingsAnswer, ResultDraft>({
    saved: answer,
    query: readSettings(kind, answer.collection_id),
    draftOf,
    send: (draft, over) => {
      const parts = Object.entries(draft).filter(([part]) => part in over);
      return call(save, {
        ...(Object.fromEntries(parts) as CatalogSettings),
        collection_id: over.collection_id,
        updated_at: over.updated_at,
      });
    },
    refreshes,
  });
  const { draft, failure } = editor;
  const refused = (failure?.problems ?? []).filter(({ field }) => field !== '');
  const problems = new Map(
    [...refused, ...resultProblems(draft, answer.fields)].map((one): [string, Problem] => [one.field, one]),
  );
  return {
    ...editor,
    kind,
    collectionId: answer.collection_id,
    fields: answer.fields,
    /** Filters of the plugin while there are none. */
    usualFacets: kind === 'search' ? (answer.usual_facets ?? []) : [],
    searchFacets: kind === 'catalog' ? (answer.usual_facets ?? []) : [],
    hasProblems: problems.size > 0,
    /** By place: `sort.0.field`. */
    problemAt: (place: string): string | undefined => {
      const problem = problems.get(place);
      return problem && problemText(t, problem, problem.code === 'alreadyUsed' ? '' : undefined);
    },
    async save(over?: SettingsAnswer) {
      const next = await editor.save(over);
      if (next !== null) toast({ text: savedText('atOnce'), undo: () => void editor.restore(next) });
    },
    discard: () => {
      editor.discard();
      setRound(round + 1);
    },
    /** Resets inputs that hold refused text. */
    round,
  };
}

export type ResultFormState = ReturnType<typeof useResultForm>;

interface ResultFormProps {
  readonly form: ResultFormState;
  readonly above?: ReactNode;
  readonly preview: ReactNode;
}

/** The settings of one kind of response beside what they do. */
export function ResultForm({ form, above, preview }: ResultFormProps) {
  return (
    <Beside
      parameter="part"
      label={t('Part of the screen')}
      settings={{
        title: t('Settings'),
        content: (
          <Stack key={form.round} gap={16}>
            {above}
            {form.kind !== 'autocomplete' && <Filters form={form} />}
            <ResultsPerPage form={form} />
            <FieldList form={form} />
          </Stack>
        ),
      }}
      preview={{ title: t('Preview'), content: preview }}
    />
  );
}

/** Saving publishes. */
export function ResultSaving({ form }: { readonly form: ResultFormState }) {
  return (
    <SaveBar
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      saveLabel={saveText('atOnce')}
      save={() => void form.save()}
      discard={form.discard}
      reason={form.hasProblems ? t('Correct the marked fields first.') : undefined}
    />
  );
}

export const ResultRefusal = ({ form }: { readonly form: ResultFormState }) => (
  <RefusedSave
    failure={form.failure}
    conflict={(error) => (
      <DraftConflict
        editor={form}
        error={error}
        versionOf={(saved) => saved.updated_at}
        keep={(theirs) => void form.save(theirs)}
      />
    )}
  />
);

const LaterPreview = lazy(() => import('./result-preview.tsx'));

export const ResultPreview = (preview: ComponentProps<typeof LaterPreview>) => (
  <Suspense>
    <LaterPreview {...preview} />
  </Suspense>
);

interface FormProps {
  readonly form: ResultFormState;
}

function ResultsPerPage({ form }: FormProps) {
  return (
    <Panel title={form.kind === 'autocomplete' ? t('Number') : t('Number and order')}>
      <BoundedNumber
        label={t('Results per page')}
        description={t('Empty: as requested by the shop.')}
        value={form.draft.per_page}
        min={1}
        max={maximumPerPage}
        set={(per_page) => form.edit({ per_page })}
      />
      {form.kind !== 'autocomplete' && <Sorts form={form} />}
    </Panel>
  );
}

function Sorts({ form }: FormProps) {
  const { sort } = form.draft;
  const used = new Set(sort.map(sortId));
  return (
    <div>
      <Group gap={8} mb={4} justify="space-between" align="flex-start">
        <div>
          <Text size="sm" fw={600}>
            {t('Sort choices')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('The first sort is the default.')}
          </Text>
        </div>
        <AddChoice
          label={t('Add choice')}
          choices={sortOptions(form.fields).filter(({ value }) => !used.has(value))}
          add={(id) => form.edit({ sort: [...sort, sortOf(id)] })}
          reason={sort.length < maximumSortChoices ? undefined : t('At most {count} choices.', { count: maximumSortChoices })}
        />
      </Group>
      <OrderedRows
        label={t('Sort choices')}
        rows={sort}
        idOf={sortId}
        nameOf={sortText}
        change={(next) => form.edit({ sort: next })}
        isRemovable
        content={(one, place) => (
          <>
            <RowName name={sortText(one)} />
            <Wrong text={form.problemAt(`sort.${place}.field`)} />
          </>
        )}
      />
    </div>
  );
}

const newFilterValues = 10;
const newFilter = (field: string): ShownFacet => ({ field, label: '', limit: newFilterValues, order: 'count' });

function Filters({ form }: FormProps) {
  const { facets } = form.draft;
  const used = new Set(facets.map(({ field }) => field));
  const change = (next: ShownFacet[]) => form.edit({ facets: next });
  return (
    <Panel
      title={t('Filters')}
      actions={
        <AddChoice
          label={t('Add filter')}
          choices={form.fields.filter((one) => one.is_counted && !used.has(one.name)).map(({ name }) => fieldChoice(name))}
          add={(field) => change([...facets, newFilter(field)])}
          reason={facets.length < maximumFacets ? undefined : t('At most {count} filters.', { count: maximumFacets })}
        />
      }
    >
      {facets.length === 0 && (
        <Text size="sm" c="dimmed">
          {form.usualFacets.length > 0
            ? t('By default: {fields}', { fields: formats.list(form.usualFacets.map(fieldLabel)) })
            : t('No filters.')}
        </Text>
      )}
      {facets.length === 0 && form.searchFacets.length > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ justifySelf: 'start', alignSelf: 'start' }}
          onClick={() => change(form.searchFacets.map(newFilter))}
        >
          {t('Add the filters of search: {fields}', { fields: formats.list(form.searchFacets.map(fieldLabel)) })}
        </Button>
      )}
      <OrderedRows
        label={t('Filters')}
        rows={facets}
        idOf={({ field }) => field}
        nameOf={({ field }) => fieldLabel(field)}
        change={change}
        isRemovable
        content={(facet, place) => (
          <Filter
            facet={facet}
            problem={form.problemAt(`facets.${place}.field`)}
            set={(next) => change(facets.with(place, { ...facet, ...next }))}
          />
        )}
      />
    </Panel>
  );
}

interface FilterProps {
  readonly facet: ShownFacet;
  readonly problem: string | undefined;
  readonly set: (change: Partial<ShownFacet>) => void;
}

function Filter({ facet: { field, label, limit, order }, problem, set }: FilterProps) {
  const name = fieldLabel(field);
  return (
    <>
      <RowName name={name} code={field} />
      <RowText label={t('Label')} name={name} value={label} set={(next) => set({ label: next })} />
      <BoundedNumber
        label={`${t('Values')}: ${name}`}
        value={limit}
        min={1}
        max={maximumFacetValues}
        isNeeded
        set={(next) => next !== null && set({ limit: next })}
      />
      <NativeSelect
        size="xs"
        aria-label={`${t('Order')}: ${name}`}
        value={order}
        data={[
          { value: 'count', label: t('most items first') },
          { value: 'value', label: t('By value') },
        ]}
        onChange={({ currentTarget: { value } }) => set({ order: value === 'value' ? 'value' : 'count' })}
      />
      <Wrong text={problem} />
    </>
  );
}
