import type { Item } from '#contract/item.ts';
import { boostsOfKey, keyOfBoosts } from '#engine/search/boosts/segment-boosts.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/search/questions/questions.ts';
import type { Plan } from '#engine/plan.ts';
import type { DraftedQuery, Facet, Hit, ItemPage, SearchResult, ResolvedSearch } from '#engine/port.ts';
import { fieldsBytesOf, ItemInBytes, itemNamesClash } from '#engine/index/stored-item.ts';

/** A message copies all fields as one block, and lists instead of an object for each item. */
interface PortableItems {
  readonly ids: readonly string[];
  readonly sources: readonly (number | null)[];
  readonly fields: Uint8Array;
  readonly ends: readonly number[];
  readonly namesClash: boolean;
}

interface PortableHits {
  readonly items: PortableItems;
  readonly scores: readonly number[];
  readonly variantCounts: readonly number[];
  readonly promoted: readonly boolean[];
}

function packedItems(items: readonly Item[]): PortableItems {
  const stored = items.map(fieldsBytesOf);
  // Its memory is its own: of a view, a message would carry all that lies around it.
  const fields = Buffer.allocUnsafeSlow(stored.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const ends = stored.map((bytes) => {
    fields.set(bytes, end);
    return (end += bytes.length);
  });
  return {
    ids: items.map(({ id }) => id),
    sources: items.map(({ source = null }) => source),
    fields,
    ends,
    namesClash: items.some(itemNamesClash),
  };
}

const unpackedItems = ({ ids, sources, fields, ends, namesClash: clashes }: PortableItems): Item[] =>
  ids.map((id, at) => new ItemInBytes(id, fields.subarray(ends[at - 1] ?? 0, ends[at]), sources[at] ?? null, clashes));

const packedHits = (hits: readonly Hit[]): PortableHits => ({
  items: packedItems(hits.map(({ item }) => item)),
  scores: hits.map(({ score }) => score),
  variantCounts: hits.map(({ variantCount }) => variantCount),
  promoted: hits.map(({ promoted }) => promoted),
});

const unpackedHits = ({ items, scores, variantCounts, promoted }: PortableHits): Hit[] =>
  unpackedItems(items).map((item, at) => ({
    id: item.id,
    score: scores[at]!,
    item,
    variantCount: variantCounts[at]!,
    promoted: promoted[at]!,
  }));

type PortableFacet = Omit<Facet, 'values'> & {
  readonly values: readonly Facet['values'][number]['value'][];
  readonly counts: readonly number[];
};

const packedFacet = ({ values, ...others }: Facet): PortableFacet => ({
  ...others,
  values: values.map(({ value }) => value),
  counts: values.map(({ count }) => count),
});

const unpackedFacet = ({ field, values, counts, ...others }: PortableFacet): Facet => ({
  field,
  values: values.map((value, at) => ({ value, count: counts[at]! })),
  ...others,
});

/** Hundreds of boosts as one text, which both sides know after the first query. */
type PortablePlan = Omit<Plan, 'boosts'> & { readonly boosts: string };

const packedPlan = (plan: Plan): PortablePlan => ({ ...plan, boosts: keyOfBoosts(plan.boosts) });
const unpackedPlan = (plan: PortablePlan): Plan => ({ ...plan, boosts: boostsOfKey(plan.boosts) });

function withPlans<From, To>(name: QuestionName, rest: readonly unknown[], change: (plan: From) => To): readonly unknown[] {
  const [first, second, ...others] = rest;
  if (name === 'search' || name === 'unknownGroups' || name === 'explain') return [change(first as From), ...rest.slice(1)];
  if (name === 'resolve') return [{ ...(first as object), plan: change((first as { readonly plan: From }).plan) }];
  if (name === 'counts') return [(first as readonly From[]).map(change)];
  if (name === 'firstWith') return [first, (second as readonly From[]).map(change), ...others];
  return rest;
}

export const portableQuestion = (name: QuestionName, rest: readonly unknown[]): readonly unknown[] =>
  withPlans(name, rest, packedPlan);

export const restoredQuestion = <Name extends QuestionName>(name: Name, rest: readonly unknown[]): QuestionArguments<Name> =>
  withPlans(name, rest, unpackedPlan) as unknown as QuestionArguments<Name>;

type Found = SearchResult | ResolvedSearch;

const hasHits = (name: QuestionName): boolean => name === 'search' || name === 'resolve';

const askedPlan = ([query]: readonly unknown[]): Plan | undefined => (query as Partial<DraftedQuery>).plan;

export function portable(name: QuestionName, rest: readonly unknown[], answer: unknown): unknown {
  if (name === 'items') return packedItems(answer as Item[]);
  if (name === 'itemPage') return { ...(answer as ItemPage), items: packedItems((answer as ItemPage).items) };
  if (!hasHits(name)) return answer;
  const result = answer as Found;
  return {
    ...result,
    ...('plan' in result && { plan: result.plan === askedPlan(rest) ? null : packedPlan(result.plan) }),
    hits: packedHits(result.hits),
    facets: result.facets.map(packedFacet),
  };
}

export function restored<Name extends QuestionName>(name: Name, rest: QuestionArguments<Name>, message: unknown): Answer<Name> {
  if (name === 'items') return unpackedItems(message as PortableItems) as Answer<Name>;
  if (name === 'itemPage') {
    const page = message as Omit<ItemPage, 'items'> & { readonly items: PortableItems };
    return { ...page, items: unpackedItems(page.items) } as Answer<Name>;
  }
  if (!hasHits(name)) return message as Answer<Name>;
  const result = message as (
    | Omit<SearchResult, 'hits' | 'facets'>
    | (Omit<ResolvedSearch, 'hits' | 'facets' | 'plan'> & { readonly plan: PortablePlan | null })
  ) & {
    readonly hits: PortableHits;
    readonly facets: readonly PortableFacet[];
  };
  const hits = unpackedHits(result.hits);
  const plan = 'plan' in result && { plan: result.plan === null ? askedPlan(rest) : unpackedPlan(result.plan) };
  return { ...result, ...plan, hits, facets: result.facets.map(unpackedFacet) } as Found as Answer<Name>;
}
