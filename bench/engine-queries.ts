import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import type { FacetRequest, Filter, Plan, WordGroup } from '#engine/plan.ts';
import { words } from './engine-products.ts';

export const analyser = createAnalyser('en');

const fields: Plan['fields'] = [
  { name: 'name', weight: 3, wildcard: 0.8, phraseWeight: 0.5, fuzzy: true },
  { name: 'brand', weight: 2, wildcard: 0.8, phraseWeight: 0, fuzzy: true },
  { name: 'category', weight: 1.5, wildcard: 0.8, phraseWeight: 0, fuzzy: true },
  { name: 'parameters', weight: 0.7, wildcard: 0, phraseWeight: 0, fuzzy: false },
  { name: 'description', weight: 0.5, wildcard: 0, phraseWeight: 0, fuzzy: false },
];

interface Options {
  readonly required?: number;
  readonly prefix?: boolean;
  readonly filters?: readonly Filter[];
  readonly facets?: readonly FacetRequest[];
  readonly phrases?: boolean;
  readonly stems?: boolean;
  readonly sort?: Plan['sort'];
  readonly promoted?: Plan['promoted'];
  readonly hidden?: Plan['hidden'];
  readonly boosts?: Plan['boosts'];
  readonly collapse?: boolean;
}

export function planOf(query: readonly string[], options: Options): Plan {
  const groups = query.map((word, index): WordGroup => {
    const isLast = index === query.length - 1;
    const alternatives: WordGroup['alternatives'] = [
      { kind: 'exact', terms: [word], weight: 1 },
      ...(options.stems === false ? [] : [{ kind: 'stem', terms: [analyser.stem(word)], weight: 0.8 } as const]),
      ...(options.prefix === true && isLast ? [{ kind: 'prefix', terms: [word], weight: 0.6 } as const] : []),
    ];
    return { word, alternatives };
  });
  return {
    groups,
    minimumMatch: options.required ?? Math.min(1, groups.length),
    fields: options.phrases === true ? fields : fields.map((field) => ({ ...field, phraseWeight: 0 })),
    filters: options.filters ?? [],
    facets: options.facets ?? [],
    sort: options.sort ?? [],
    excluded: [],
    lowered: [],
    boosts: options.boosts ?? [],
    today: 0,
    promoted: options.promoted ?? [],
    hidden: options.hidden ?? [],
    collapse: options.collapse ?? false,
    from: 0,
    size: 20,
  };
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function draw(random: () => number, ranks: readonly (readonly [from: number, to: number])[]): string[] {
  return ranks.map(([from, to]) => words[Math.floor(from + random() * (to - from))] ?? '');
}

export const popular = [40, 250] as const;
const middling = [400, 3_000] as const;
const rare = [5_000, 30_000] as const;
const facets: FacetRequest[] = ['brand', 'category', 'price'].map((field) => ({ field, limit: 20 }));
const filtered: Options = { facets, filters: [{ field: 'price', from: 50, to: 1500 }] };
export type Kind = readonly [name: string, ranks: readonly (readonly [number, number])[], options: Options];

export const kinds: readonly Kind[] = [
  ['1 popular word', [popular], {}],
  ['2 middling words, any', [middling, middling], {}],
  ['3 popular words, any', [popular, popular, popular], {}],
  ['4 mixed words, any', [popular, popular, middling, rare], {}],
  ['3 popular words, any, exact only', [popular, popular, popular], { stems: false }],
  ['3 popular words, all', [popular, popular, popular], { required: 3 }],
  ['3 popular words, any, phrases', [popular, popular, popular], { phrases: true }],
  ['3 popular, price filter, 3 facets', [popular, popular, popular], filtered],
];

const byPrice: Plan['sort'] = [{ field: 'price', order: 'asc' }];
const inStock: Plan['filters'] = [{ field: 'inStock', anyOf: [true] }];

const chosen = ['p1000', 'p2000', 'p3000'];
const preferred: Plan['boosts'] = [{ kind: 'value', field: 'inStock', anyOf: [true], factor: 2 }];

export const listings: readonly Kind[] = [
  ['3 popular words, any, by price', [popular, popular, popular], { sort: byPrice }],
  ['no words', [], {}],
  ['no words, filter, 3 facets', [], { facets, filters: inStock }],
  ['no words, filter, 3 facets, by price', [], { facets, filters: inStock, sort: byPrice }],
  ['no words, filter, 3 facets, 3 promoted items', [], { facets, filters: inStock, promoted: chosen }],
  ['no words, filter, 3 facets, boosted', [], { facets, filters: inStock, boosts: preferred }],
  ['3 popular words, any, boosted, 3 promoted items', [popular, popular, popular], { boosts: preferred, promoted: chosen }],
  ['3 popular words, any, 3 hidden items', [popular, popular, popular], { hidden: chosen }],
];

export const variantKinds: readonly Kind[] = [
  ['variants: 3 popular words, any', [popular, popular, popular], { collapse: true }],
  ['variants: 3 popular, price filter, 3 facets', [popular, popular, popular], { ...filtered, collapse: true }],
  ['variants: no words, filter, 3 facets', [], { facets, filters: inStock, collapse: true }],
  ['variants: no words, filter, 3 facets, by price', [], { facets, filters: inStock, sort: byPrice, collapse: true }],
];
