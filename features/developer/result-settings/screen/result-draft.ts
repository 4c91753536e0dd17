import type { Problem } from '#contract/errors.ts';
import { resultProblems } from '#features/developer/result-settings/result-checks.contract.ts';
import type {
  LayoutColumn,
  ResultField,
  ResultKind,
  ResultSettingFields,
} from '#features/developer/result-settings/result-fields.contract.ts';
import type { AnswerField, CatalogSettings } from '#features/developer/result-settings/result-settings.contract.ts';

/** Parts that a kind of response doesn't have are empty. */
export interface ResultDraft extends Omit<ResultSettingFields, 'kind'> {
  readonly layout_columns: readonly LayoutColumn[];
}

export type SettingsAnswer = Omit<CatalogSettings, keyof ResultDraft> &
  Pick<ResultDraft, 'results' | 'per_page'> &
  Partial<ResultDraft>;

export function draftOf(answer: SettingsAnswer): ResultDraft {
  const { results, per_page, sort = [], facets = [], path_field = null, path_sorts = [], layout_columns = [] } = answer;
  return { results, per_page, sort, facets, path_field, path_sorts, layout_columns };
}

const partsOf = {
  autocomplete: ['results', 'per_page', 'layout_columns'],
  search: ['results', 'per_page', 'sort', 'facets'],
  catalog: ['results', 'per_page', 'sort', 'facets', 'path_field', 'path_sorts'],
} as const satisfies Readonly<Record<ResultKind, readonly (keyof ResultDraft)[]>>;

export const sentOf = (kind: ResultKind, draft: ResultDraft): Partial<ResultDraft> =>
  Object.fromEntries(partsOf[kind].map((part) => [part, draft[part]]));

export const isSameDraft = (kind: ResultKind, one: ResultDraft, other: ResultDraft): boolean =>
  JSON.stringify(sentOf(kind, one)) === JSON.stringify(sentOf(kind, other));

/** By place: `sort.0.field`. Includes what the server refused at the last save. */
export function draftProblems(
  draft: ResultDraft,
  fields: readonly AnswerField[],
  refused: readonly Problem[],
): ReadonlyMap<string, Problem> {
  const checked = fields.map(({ name, type, is_archived, is_counted, is_path }) => ({
    name,
    type,
    isArchived: is_archived,
    isCounted: is_counted,
    isPath: is_path,
  }));
  const all = [...refused.filter(({ field }) => field !== ''), ...resultProblems(draft, checked)];
  return new Map(all.map((problem) => [problem.field, problem]));
}

/** Keeps one field shown, as a response without any is refused. */
export function withShown(results: readonly ResultField[], names: ReadonlySet<string>, isShown: boolean): ResultField[] {
  const next = results.map((one) => (names.has(one.field) ? { ...one, is_shown: isShown } : one));
  if (next.some((one) => one.is_shown)) return next;
  const kept = results.findIndex((one) => one.is_shown);
  return next.map((one, at) => (at === kept ? { ...one, is_shown: true } : one));
}

export const columnId = ({ kind, collection_id: id, field }: Pick<LayoutColumn, 'kind' | 'collection_id' | 'field'>): string =>
  kind === 'phrases' ? kind : kind === 'items' ? `${kind} ${id}` : `${kind} ${id} ${field}`;
