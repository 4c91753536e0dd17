import { pathSeparator } from '#contract/item.ts';
import { countedValues } from '#engine/query/analysis/counted-values.ts';
import type { FacetRequest, Plan } from '#engine/plan.ts';
import type { Facet, FacetValue } from '#engine/port.ts';
import type { Dsl } from './dsl.ts';
import { groupField, valueFieldOf, type IndexFields, type ValueField } from './index/index-fields.ts';
import { exactFacetValues } from './limits.ts';
import { filtersBut, type PlanQuery } from './plan-query.ts';

interface FacetAnswer {
  readonly values?: {
    readonly buckets: readonly {
      readonly key: string | number;
      readonly doc_count: number;
      readonly groups?: { readonly value: number };
    }[];
  };
  readonly min?: { readonly value: number | null };
  readonly max?: { readonly value: number | null };
}

export type FacetAnswers = Readonly<Record<string, FacetAnswer | undefined>>;

/** Exact below about 40,000 groups, then ±1 %. */
export const groupCount: Dsl = { cardinality: { field: groupField, precision_threshold: 40_000 } };
/** The same for each value of a facet, exact below about 3,000. */
const groupsOfValue: Dsl = { groups: { cardinality: { field: groupField, precision_threshold: 3_000 } } };

const nameOf = (index: number): string => `facet${index}`;

const patternSigns = /[.?+*|{}[\]()"\\#@&<>~]/g;

/** Of paths, those below one: their levels are told apart when they are read. */
const below = (under: FacetRequest['under']): Dsl =>
  typeof under !== 'string' || under === '' ? {} : { include: `${(under + pathSeparator).replaceAll(patternSigns, '\\$&')}.*` };

function valuesOf(field: ValueField, request: FacetRequest, isCollapsed: boolean): Dsl {
  const { limit, under } = request;
  if (limit <= 0) return {};
  const order = [isCollapsed ? { groups: 'desc' } : { _count: 'desc' }, { _key: 'asc' }];
  const size = countedValues(request) === null ? limit : exactFacetValues;
  return {
    values: {
      terms: { field: field.values, size, shard_size: Math.max(size, exactFacetValues), order, ...below(under) },
      ...(isCollapsed && { aggs: groupsOfValue }),
    },
  };
}

function boundsOf({ kind, values }: ValueField): Dsl {
  return kind === 'number' ? { min: { min: { field: values } }, max: { max: { field: values } } } : {};
}

/** Asks for every facet of the plan, each as if its field had no filter. */
export function facetAggregations(fields: IndexFields, plan: Plan, query: PlanQuery, isCollapsed: boolean): Dsl {
  const entries = plan.facets.flatMap((request, index) => {
    const { field: name, narrows } = request;
    const field = valueFieldOf(fields, name);
    if (field === undefined) return [];
    const asked = { ...valuesOf(field, request, isCollapsed), ...boundsOf(field) };
    return [
      [
        nameOf(index),
        { filter: filtersBut(query, narrows === true ? null : name), ...(Object.keys(asked).length > 0 && { aggs: asked }) },
      ] as const,
    ];
  });
  return Object.fromEntries(entries);
}

function shopValue({ kind }: ValueField, value: string | number): FacetValue['value'] {
  if (kind === 'boolean') return value === 1 || value === 'true';
  return kind === 'number' ? Number(value) : value;
}

const isBefore = (a: FacetValue['value'], b: FacetValue['value']): number => (a < b ? -1 : a > b ? 1 : 0);

export function readFacets(fields: IndexFields, plan: Plan, answers: FacetAnswers): Facet[] {
  return plan.facets.map((request, index) => {
    const { field: name, limit } = request;
    const isCounted = countedValues(request);
    const field = valueFieldOf(fields, name);
    const answer = answers[nameOf(index)];
    if (field === undefined || answer === undefined) return { field: name, values: [] };
    const values = (answer.values?.buckets ?? [])
      .map(({ key, doc_count, groups }) => ({ value: shopValue(field, key), count: groups?.value ?? doc_count }))
      .filter(({ value }) => isCounted === null || isCounted(String(value)))
      .sort((a, b) => b.count - a.count || isBefore(a.value, b.value));
    const [min, max] = [answer.min?.value ?? null, answer.max?.value ?? null];
    return { field: name, values: values.slice(0, limit), ...(min !== null && max !== null && { min, max }) };
  });
}
