import type { SearchWarning } from '#contract/search.ts';
import type { FieldLayout } from '#engine/port.ts';
import type { Filter } from '#engine/plan.ts';
import { columnKind, storedValues } from '#engine/query/analysis/column-values.ts';
import type { CollectionSearch } from './project-search.ts';
import { type AskedSearch, everyField } from './search-request.ts';

const uses = {
  sort: 'order items',
  filters: 'find or exclude items',
  facets: 'be counted',
  narrowing: 'be counted',
  values: 'be counted',
} as const;

const isWhole = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value);

/** Why a filter on a field that may be filtered has no effect; null if it has one. */
function mismatchOf({ name, type }: FieldLayout, filter: Filter): string | null {
  const kind = columnKind(type);
  if (!('anyOf' in filter)) return kind === 'text' ? `"${name}" holds texts, which are in no range.` : null;
  const wrong = kind === 'number' ? filter.anyOf.filter((value) => ![...storedValues(kind, [value])].every(isWhole)) : [];
  return wrong.length === 0 ? null : `"${name}" holds numbers, so ${JSON.stringify(wrong[0])} has no effect.`;
}

/** Fields of a request that have no effect in this collection, and values that no item can have. Private fields don't exist. */
export function searchWarnings({ session, relevance }: CollectionSearch, asked: AskedSearch): SearchWarning[] {
  const { fields } = session.layout ?? relevance.layout;
  const known = new Map(fields.filter(({ name }) => !relevance.front.hidden.includes(name)).map((field) => [field.name, field]));
  const warnings: SearchWarning[] = [];
  const warn = (parameter: SearchWarning['parameter'], field: string, filter?: Filter): void => {
    const layout = known.get(field);
    const message =
      layout === undefined
        ? `Items have no field "${field}", so it can't ${uses[parameter]}.`
        : layout.facet
          ? filter && mismatchOf(layout, filter)
          : `"${field}" can't ${uses[parameter]}: switch on filters and sorting for it in the schema, then import again.`;
    const isKnown = warnings.some((one) => one.parameter === parameter && one.field === field);
    if (message && !isKnown) warnings.push({ parameter, field, message });
  };
  for (const { field } of asked.sort ?? []) warn('sort', field);
  for (const filter of asked.filters) warn('filters', filter.field, filter);
  const counted = new Set(asked.facets?.map(({ field }) => field));
  const countsEvery = asked.facets === undefined || counted.delete(everyField);
  for (const field of counted) warn('facets', field);
  const isUncounted = (field: string): boolean => !countsEvery && !counted.has(field);
  const beside = [
    ['narrowing', asked.narrowing],
    ['values', asked.values.map(([field]) => field)],
  ] as const;
  for (const [parameter, names] of beside)
    for (const field of names.filter(isUncounted))
      warnings.push({ parameter, field, message: `"${field}" isn't among the facets, so ${parameter} has no effect on it.` });
  return warnings;
}
