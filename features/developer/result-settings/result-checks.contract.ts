import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import type { AnswerField, LayoutColumn, ResultSettingFields, SortChoice } from './result-settings.contract.ts';

const problem = (field: string, code: ErrorCode, parameters: ErrorParameters = {}): Problem => ({
  field,
  code,
  message: errorText(code, parameters),
  parameters,
});

const unknownField = { name: 'field' } as const;

export function resultProblems(
  { results, sort, facets, path_field, path_sorts }: Omit<ResultSettingFields, 'kind' | 'per_page'>,
  all: readonly AnswerField[],
): Problem[] {
  const fields = new Map(all.map((field) => [field.name, field]));
  const fieldProblem = (place: string, name: string, code: ErrorCode): Problem[] => {
    const field = fields.get(name);
    if (field === undefined) return [problem(`${place}.field`, 'notFound', unknownField)];
    return field.is_counted ? [] : [problem(`${place}.field`, code)];
  };
  const sortProblem = (place: string, { field }: SortChoice): Problem[] =>
    field === null ? [] : fieldProblem(place, field, 'notSortable');
  const isLost = results.length > 0 && !results.some(({ field, is_shown }) => is_shown && !fields.get(field)?.is_archived);
  return [
    ...(isLost ? [problem('results', 'fieldNeeded')] : []),
    ...results.flatMap(({ field, max_length }, at) => {
      const known = fields.get(field);
      if (known === undefined) return [problem(`results.${at}.field`, 'notFound', unknownField)];
      return max_length !== null && known.type !== 'text' ? [problem(`results.${at}.max_length`, 'cutNeedsText')] : [];
    }),
    ...repeated(results.map(({ field }) => field)).map((at) => problem(`results.${at}.field`, 'alreadyUsed', unknownField)),
    ...sort.flatMap((one, at) => sortProblem(`sort.${at}`, one)),
    ...repeated(sort.map(({ field, order }) => (field === null ? '' : `${order} ${field}`))).map((at) =>
      problem(`sort.${at}.field`, 'alreadyUsed', { name: 'Sort' }),
    ),
    ...facets.flatMap(({ field }, at) => fieldProblem(`facets.${at}`, field, 'notCounted')),
    ...repeated(facets.map(({ field }) => field)).map((at) => problem(`facets.${at}.field`, 'alreadyUsed', unknownField)),
    ...(path_field === null || fields.get(path_field)?.is_path ? [] : [problem('path_field', 'fieldWithoutLevels')]),
    ...path_sorts.flatMap((one, at) => sortProblem(`path_sorts.${at}`, one)),
    ...repeated(path_sorts.map(({ path }) => path)).map((at) =>
      problem(`path_sorts.${at}.path`, 'alreadyUsed', { name: 'category' }),
    ),
  ];
}

/** Places of keys that occur earlier, too. */
function repeated(keys: readonly string[]): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, at) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [at] : [];
  });
}

export function panelProblems(
  columns: readonly LayoutColumn[],
  {
    fieldsOf,
    before,
  }: { readonly fieldsOf: ReadonlyMap<number, readonly AnswerField[]>; readonly before: readonly LayoutColumn[] },
): Problem[] {
  const gone = new Set(before.flatMap(({ collection_id: id }) => (id === null || fieldsOf.has(id) ? [] : [id])));
  return [
    ...columns.flatMap(({ kind, collection_id: id, field }, at): Problem[] => {
      if (kind === 'phrases' || (id !== null && gone.has(id))) return [];
      const fields = id === null ? undefined : fieldsOf.get(id);
      if (fields === undefined) return [problem(`layout_columns.${at}.collection_id`, 'notFound', { name: 'collection' })];
      if (kind === 'items') return [];
      const known = fields.find(({ name }) => name === field);
      if (known === undefined) return [problem(`layout_columns.${at}.field`, 'notFound', unknownField)];
      return known.is_counted ? [] : [problem(`layout_columns.${at}.field`, 'notCounted')];
    }),
    ...repeated(columns.map(columnKey)).map((at) => problem(`layout_columns.${at}.field`, 'alreadyUsed', unknownField)),
  ];
}

const columnKey = ({ kind, collection_id: id, field }: LayoutColumn): string =>
  JSON.stringify([kind, kind === 'phrases' ? null : id, kind === 'values' ? field : '']);
