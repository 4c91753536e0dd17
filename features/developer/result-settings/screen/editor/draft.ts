import type {
  LayoutColumn,
  ResultField,
  ResultKind,
  ResultSettingFields,
  SortChoice,
} from '#features/developer/result-settings/result-fields.contract.ts';
import type { AnswerField, CatalogSettings } from '#features/developer/result-settings/result-settings.contract.ts';

/** All that people edit of one kind of answer; what a kind doesn't have is empty. */
export interface ResultDraft extends Omit<ResultSettingFields, 'kind'> {
  readonly layout_columns: readonly LayoutColumn[];
}

export interface SavedSettings extends Pick<CatalogSettings, 'collection_id' | 'release' | 'updated_at' | 'updated_by'> {
  readonly draft: ResultDraft;
  readonly fields: readonly AnswerField[];
}

export type SettingsAnswer = Omit<CatalogSettings, keyof ResultDraft> &
  Pick<ResultDraft, 'results' | 'per_page'> &
  Partial<ResultDraft>;

export function settingsOf(answer: SettingsAnswer): SavedSettings {
  const { results, per_page, sort = [], facets = [], path_field = null, path_sorts = [], layout_columns = [] } = answer;
  const { collection_id, release, updated_at, updated_by, fields } = answer;
  const draft = { results, per_page, sort, facets, path_field, path_sorts, layout_columns };
  return { collection_id, release, updated_at, updated_by, fields, draft };
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

export const withField = (results: readonly ResultField[], name: string, change: Partial<ResultField>): ResultField[] =>
  results.map((one) => (one.field === name ? { ...one, ...change } : one));

/** Fields shown or hidden together. One stays, as answers need it. */
export function withShown(results: readonly ResultField[], names: ReadonlySet<string>, isShown: boolean): ResultField[] {
  const next = results.map((one) => (names.has(one.field) ? { ...one, is_shown: isShown } : one));
  if (next.some((one) => one.is_shown)) return next;
  const kept = results.findIndex((one) => one.is_shown);
  return next.map((one, at) => (at === kept ? { ...one, is_shown: true } : one));
}

/** Tells columns apart: no two show the same. */
export const columnId = ({ kind, collection_id: id, field }: Pick<LayoutColumn, 'kind' | 'collection_id' | 'field'>): string =>
  kind === 'phrases' ? kind : kind === 'items' ? `${kind} ${id}` : `${kind} ${id} ${field}`;

/** Tells sorts apart, as an option of a list; relevance goes one way alone. */
export const sortId = ({ field, order }: SortChoice): string => (field === null ? '' : `${order} ${field}`);

export function sortOf(id: string): SortChoice {
  if (id === '') return { field: null, order: 'asc' };
  const [order, ...field] = id.split(' ');
  return { field: field.join(' '), order: order === 'desc' ? 'desc' : 'asc' };
}
