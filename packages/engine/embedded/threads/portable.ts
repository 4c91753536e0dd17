import type { Item } from '#contract/item.ts';
import { boostsOfKey, keyOfBoosts } from '#engine/embedded/query/boost-sets.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/embedded/query/questions.ts';
import type { Plan } from '#engine/plan.ts';
import type { Hit, ItemPage, SearchResult } from '#engine/port.ts';
import type { DraftedQuery, SettledSearch } from '#engine/settle-search.ts';
import { fieldsJsonOf, storedItem } from '#engine/stored-item.ts';

/** An item as it is stored: a message copies one text instead of all its fields. */
type PortableItem = readonly [id: string, fieldsJson: string, source: number | null];
type PortableHit = Omit<Hit, 'item'> & { readonly item: PortableItem };

const packed = (item: Item): PortableItem => [item.id, fieldsJsonOf(item), item.source ?? null];
const unpacked = ([id, fieldsJson, source]: PortableItem): Item => storedItem(id, fieldsJson, source);

/** Written out: copying hits by a spread takes ten times as long once some scores are whole numbers and others are not. */
const withItem = <Kept>({ id, score, variantCount, promoted }: Omit<Hit, 'item'>, item: Kept) => ({
  id,
  score,
  item,
  variantCount,
  promoted,
});

/** Hundreds of boosts as one text, which both sides know after the first query. */
type PortablePlan = Omit<Plan, 'boosts'> & { readonly boosts: string };

const packedPlan = (plan: Plan): PortablePlan => ({ ...plan, boosts: keyOfBoosts(plan.boosts) });
const unpackedPlan = (plan: PortablePlan): Plan => ({ ...plan, boosts: boostsOfKey(plan.boosts) });

/** The question with all of its plans in another form. */
function withPlans<From, To>(name: QuestionName, rest: readonly unknown[], change: (plan: From) => To): readonly unknown[] {
  const [first, second, ...others] = rest;
  switch (name) {
    case 'search':
    case 'unknownGroups':
    case 'explain':
      return [change(first as From), ...rest.slice(1)];
    case 'settle':
      return [{ ...(first as object), plan: change((first as { readonly plan: From }).plan) }];
    case 'counts':
      return [(first as readonly From[]).map(change)];
    case 'firstWith':
      return [first, (second as readonly From[]).map(change), ...others];
    case 'items':
    case 'knownIds':
    case 'itemPage':
    case 'idsOfSource':
    case 'terms':
    case 'similarTerms':
      return rest;
  }
}

/** What is asked, as a message between threads carries it. */
export const portableQuestion = (name: QuestionName, rest: readonly unknown[]): readonly unknown[] =>
  withPlans(name, rest, packedPlan);

export const restoredQuestion = <Name extends QuestionName>(name: Name, rest: readonly unknown[]): QuestionArguments<Name> =>
  withPlans(name, rest, unpackedPlan) as unknown as QuestionArguments<Name>;

type Found = SearchResult | SettledSearch;

const hasHits = (name: QuestionName): boolean => name === 'search' || name === 'settle';

/** The plan that a search was to settle. */
const askedPlan = ([query]: readonly unknown[]): Plan | undefined => (query as Partial<DraftedQuery>).plan;

/** The answer to a question as a message between threads carries it. */
export function portable(name: QuestionName, rest: readonly unknown[], answer: unknown): unknown {
  if (name === 'items') return (answer as Item[]).map(packed);
  if (name === 'itemPage') return { ...(answer as ItemPage), items: (answer as ItemPage).items.map(packed) };
  if (!hasHits(name)) return answer;
  const result = answer as Found;
  return {
    ...result,
    ...('plan' in result && { plan: result.plan === askedPlan(rest) ? null : packedPlan(result.plan) }),
    hits: result.hits.map((hit): PortableHit => withItem(hit, packed(hit.item))),
  };
}

/** The answer that was made portable, to a question as it was asked. */
export function restored<Name extends QuestionName>(name: Name, rest: QuestionArguments<Name>, message: unknown): Answer<Name> {
  if (name === 'items') return (message as PortableItem[]).map(unpacked) as Answer<Name>;
  if (name === 'itemPage') {
    const page = message as Omit<ItemPage, 'items'> & { readonly items: readonly PortableItem[] };
    return { ...page, items: page.items.map(unpacked) } as Answer<Name>;
  }
  if (!hasHits(name)) return message as Answer<Name>;
  const result = message as (
    | Omit<SearchResult, 'hits'>
    | (Omit<SettledSearch, 'hits' | 'plan'> & { readonly plan: PortablePlan | null })
  ) & {
    readonly hits: readonly PortableHit[];
  };
  const hits = result.hits.map((hit) => withItem(hit, unpacked(hit.item)));
  const plan = 'plan' in result && { plan: result.plan === null ? askedPlan(rest) : unpackedPlan(result.plan) };
  return { ...result, ...plan, hits } as Found as Answer<Name>;
}
