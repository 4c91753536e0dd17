import type { FieldValue, Item } from '#contract/item.ts';
import { defaultRelevances, isLongText } from '#engine/default-relevance.ts';
import type { FieldRelevance } from '#engine/relevance.ts';
import { isBoostableByDefault } from '#features/data/collections/stored-relevance.ts';
import type { StoredField } from '#features/data/collections/collections.store.ts';

/** What a sample of items says about the fields. */
export interface SampledFields {
  /** The defaults of each field, as if it were new. */
  readonly defaults: ReadonlyMap<string, FieldRelevance>;
  readonly longTexts: ReadonlySet<string>;
}

export function sampledFields(items: readonly Item[], fields: readonly StoredField[]): SampledFields {
  const sampled = fields.map(({ name, type, isFacet }) => ({ name, type, isFacet, samples: samplesOf(items, name) }));
  const relevances = defaultRelevances(sampled);
  const defaults = sampled.map((field) => {
    const relevance = relevances.get(field.name)!;
    return [field.name, { ...relevance, boostable: isBoostableByDefault(field) }] as const;
  });
  const long = sampled.filter(({ samples }) => samples.length > 0 && isLongText(samples));
  return { defaults: new Map(defaults), longTexts: new Set(long.map(({ name }) => name)) };
}

const samplesOf = (items: readonly Item[], name: string): FieldValue[] =>
  items.map(({ fields }) => fields[name]).filter((value) => value !== undefined);
