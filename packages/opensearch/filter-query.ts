import type { Boost, Filter } from '#engine/plan.ts';
import { matchNone, type Dsl } from './dsl.ts';
import { valueFieldOf, type IndexFields, type ValueField } from './index/index-fields.ts';

const trueValues: ReadonlySet<unknown> = new Set([true, 1, 'true', '1']);

/** A value as the field holds it; null for one that it can't hold. */
function asStored({ kind }: ValueField, value: string | number | boolean): string | number | boolean | null {
  if (kind === 'text') return String(value);
  if (kind === 'boolean') return trueValues.has(value);
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

export function hasValue(field: ValueField, values: Extract<Boost, { kind: 'value' }>['anyOf']): Dsl {
  return { terms: { [field.values]: values.map((value) => asStored(field, value)).filter((value) => value !== null) } };
}

function hasNumber({ values, kind }: ValueField, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Dsl {
  if (kind === 'boolean')
    return { terms: { [values]: [false, true].filter((value) => Number(value) >= from && Number(value) <= to) } };
  if (kind === 'text') return matchNone;
  const bounds = { ...(Number.isFinite(from) && { gte: from }), ...(Number.isFinite(to) && { lte: to }) };
  return Object.keys(bounds).length === 0 ? { exists: { field: values } } : { range: { [values]: bounds } };
}

/** Items that pass a filter. A filter on a field that can't be filtered by lets nothing pass. */
export function filterQuery(fields: IndexFields, filter: Filter): Dsl {
  const field = valueFieldOf(fields, filter.field);
  if (field === undefined) return matchNone;
  return 'anyOf' in filter ? hasValue(field, filter.anyOf) : hasNumber(field, filter.from, filter.to);
}
