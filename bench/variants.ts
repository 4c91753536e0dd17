import type { Item, FieldValue } from '#contract/item.ts';
import { defaultRelevance, defaultRelevances, type SampledField, isNameField } from '#engine/query/default-relevance.ts';
import type { CollectionRelevance, FieldRelevance } from '#engine/query/relevance.ts';
import type { Scoring } from '#engine/query/scoring.ts';

const maxFields = 200;
const samplesPerField = 50;

export interface Variant {
  readonly name: string;
  readonly scoring?: Partial<Scoring>;
  readonly settings?: Partial<Pick<CollectionRelevance, 'relevantRate' | 'lowersUnwanted' | 'putsInStockFirst' | 'learned'>>;
  change?(relevance: FieldRelevance, field: SampledField): FieldRelevance;
}

const isLongText = ({ name, type }: SampledField, { weight }: FieldRelevance): boolean =>
  weight > 0 && weight < defaultRelevance(name, type, ['short']).weight && !isNameField(name);

function withWeight(
  weight: number,
  holds: (field: SampledField, relevance: FieldRelevance) => boolean,
): NonNullable<Variant['change']> {
  return (relevance, field) => (relevance.searchable && holds(field, relevance) ? { ...relevance, weight } : relevance);
}

const copiedNames = (weight: number): NonNullable<Variant['change']> =>
  withWeight(
    weight,
    ({ name, type }, relevance) => isNameField(name) && relevance.weight < defaultRelevance(name, type, []).weight,
  );
const phrases =
  (phraseWeight: number): NonNullable<Variant['change']> =>
  (relevance) =>
    relevance.phraseWeight > 0 ? { ...relevance, phraseWeight } : relevance;

export const ablations: readonly Variant[] = [
  { name: 'names have no least length', scoring: { leastNameLength: 0 } },
  { name: 'repetitions count up to 15', scoring: { maxCountedFrequency: 15 } },
  { name: 'copies of names count as names', change: copiedNames(100) },
  { name: 'long texts count as short ones', change: withWeight(35, isLongText) },
  { name: 'neighbours earn nothing', change: phrases(0) },
  { name: 'no beginnings of words', change: (relevance) => ({ ...relevance, wildcard: 0 }) },
  { name: 'length does not count', scoring: { lengthShare: 0 } },
  { name: 'all fields count the same', change: withWeight(100, () => true) },
  { name: 'any word is enough', settings: { relevantRate: 0 } },
  { name: 'all words are needed', settings: { relevantRate: 100 } },
  { name: 'what is not wanted comes last', settings: { lowersUnwanted: true } },
];

export const inStockFirst: Variant = { name: 'in stock first', settings: { putsInStockFirst: true } };

export function sampledFields(items: readonly Item[]): SampledField[] {
  const samples = new Map<string, FieldValue[]>();
  const counts = new Map<string, number>();
  for (const { fields } of items) {
    for (const [name, value] of Object.entries(fields)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const sample = samples.get(name) ?? [];
      if (sample.length < samplesPerField) samples.set(name, [...sample, value]);
    }
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, maxFields);
  return frequent.map(([name]) => {
    const found = samples.get(name) ?? [];
    const isText = found.some((value) => typeof value === 'string' || typeof value === 'object');
    return { name, type: isText ? 'text' : 'float', samples: found };
  });
}

const columns = new Set(['availability', 'category', 'brand', 'supplier']);

export function relevanceOf(fields: readonly SampledField[], variants: readonly Variant[]): CollectionRelevance {
  const defaults = defaultRelevances(fields);
  const relevances = fields.map((field): [string, FieldRelevance] => {
    const own = defaults.get(field.name)!;
    return [field.name, variants.reduce((relevance, { change }) => change?.(relevance, field) ?? relevance, own)];
  });
  const layoutFields = fields.map(({ name }) => {
    const { searchable, stemmer } = defaults.get(name)!;
    return { name, type: 'text', searchable, stemmer, facet: columns.has(name), path: false } as const;
  });
  return {
    layout: { language: 'en', fields: layoutFields, groupField: null },
    fields: Object.fromEntries(relevances),
    relevantRate: 70,
    forcesStopwords: false,
    lowersUnwanted: false,
    ...Object.assign({}, ...variants.map(({ settings }) => settings)),
  };
}
