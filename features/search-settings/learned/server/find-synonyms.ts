import { maximumSynonymLength } from '#contract/limits.ts';
import type { Item } from '#contract/item.ts';
import { hasDigit, editDistance } from '#engine/query/analysis/typos.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { learnableFields, learnedKey } from '#engine/query/learned.ts';
import type { FoundSynonym } from '#features/search-settings/synonyms/proposed-synonyms.store.ts';
import { askedQuery, strictCounts } from '#features/analytics/fix-problem/server/candidates.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { oneWay, twoWay } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { cellNumbers, type LookCounts } from '#server/learning/look-counts.ts';
import type { NextCounts, NextQuery } from '#server/learning/next-counts.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

const mostWords = 3;
const leastVisitors = 5;
/** Visitors who searched the other query next and chose an item, as a share of its visitors. */
const leastShare = 0.15;
/** Times as often as after other queries, because popular queries follow any query. */
const leastLift = 3;
/** Times as many visitors as the second query has. After a product that isn't sold they try several. */
const leastLead = 2;
const leastItems = 3;
/** Cosine of the choices after each query. Visitors who compare colours or brands choose other items after each. */
const leastAlike = 0.5;
const mostEdits = 2;
const lookedAtItems = 50;

interface Pair {
  readonly termKey: string;
  readonly synonymKey: string;
  readonly term: string;
  readonly synonym: string;
  readonly next: NextQuery;
}

/** Queries that may mean the same. */
function* pairsOf(counts: NextCounts): Generator<Pair> {
  const all = [...counts.queries.values()];
  const total = all.reduce((sum, { visitors }) => sum + visitors, 0);
  const following = new Map<string, number>();
  for (const [key, { visitors }] of all.flatMap(({ next }) => [...next]))
    following.set(key, (following.get(key) ?? 0) + visitors);
  for (const [termKey, { name, visitors, next }] of counts.queries) {
    const [first, second] = [...next].toSorted(([, one], [, other]) => other.visitors - one.visitors);
    if (first === undefined || first[1].visitors < leastLead * (second?.[1].visitors ?? 0)) continue;
    const [synonymKey, best] = first;
    const other = counts.queries.get(synonymKey);
    if (other === undefined || best.visitors < leastVisitors) continue;
    const share = best.visitors / visitors;
    const usual = (following.get(synonymKey)! - best.visitors) / Math.max(1, total - visitors);
    if (share < leastShare || share < leastLift * usual) continue;
    if (mayMeanTheSame([termKey, name], [synonymKey, other.name]))
      yield { termKey, synonymKey, term: name, synonym: other.name, next: best };
  }
}

/** Other sizes, narrower queries, misspelt and unfinished words don't. */
function mayMeanTheSame(...queries: readonly [key: string, name: string][]): boolean {
  const [[key, name], [otherKey, otherName]] = queries as [[string, string], [string, string]];
  const [stems, others] = [key, otherKey].map((one) => one.split(' ')) as [string[], string[]];
  const [one, other] = [name, otherName].map(fold) as [string, string];
  return (
    [stems, others].every(({ length }) => length <= mostWords) &&
    !stems.some((stem) => others.includes(stem)) &&
    queries.every(([, text]) => text.length <= maximumSynonymLength && !hasDigit(text) && !isMasked(text)) &&
    !other.startsWith(one) &&
    !one.startsWith(other) &&
    editDistance(one, other, mostEdits) > mostEdits
  );
}

/** Weights of choices by item. */
function chosenAfter(looks: LookCounts, query: string): ReadonlyMap<string, number> {
  const weights = [...(looks.queries.get(query)?.pairs ?? [])].map(([id, pair]) => {
    let sum = 0;
    for (let at = 0; at < pair.length; at += cellNumbers) sum += pair[at + 2]!;
    return [id, sum] as const;
  });
  return new Map(weights.filter(([, sum]) => sum > 0));
}

/** How many items were chosen after both, and the cosine. */
function alike(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): readonly [items: number, cosine: number] {
  const both = [...one].filter(([id]) => other.has(id));
  const length = (of: ReadonlyMap<string, number>): number => Math.hypot(...of.values());
  const product = both.reduce((sum, [id, weight]) => sum + weight * other.get(id)!, 0);
  return [both.length, both.length === 0 ? 0 : product / (length(one) * length(other))];
}

/** Says if the catalogue distinguishes the queries: by a colour, brand or size, or by a name with both. */
async function areApart(search: CollectionSearch, { term, synonym }: Pair): Promise<boolean> {
  const { layout } = search.relevance;
  const stemsOf = (text: string): string[] => learnedKey(layout.language, text).split(' ');
  const queries = [term, synonym].map(stemsOf);
  const categories = learnableFields(layout).flatMap(({ name, agrees }) => (agrees ? [name] : []));
  const attributes = layout.fields.filter(({ name, facet, path }) => facet && !path && !categories.includes(name));
  const isNamed = ({ fields }: Item): boolean => {
    const values = attributes.flatMap(({ name }) => [fields[name]].flat()).filter((value) => typeof value === 'string');
    return values.some((value) => queries.some((stems) => stemsOf(value).every((stem) => stems.includes(stem))));
  };
  const haveBoth = ({ fields: { name } }: Item): boolean => {
    const stems = typeof name === 'string' ? stemsOf(name) : [];
    return queries.flat().every((stem) => stems.includes(stem));
  };
  for (const query of [term, synonym, `${term} ${synonym}`]) {
    const { hits } = await search.find(plainRequest(query, lookedAtItems));
    if (hits.some(({ item }) => isNamed(item) || haveBoth(item))) return true;
  }
  return false;
}

/** Synonyms that searches, choices and the catalogue agree on: rather none than a wrong one. */
export async function findSynonyms(search: CollectionSearch, next: NextCounts, looks: LookCounts): Promise<FoundSynonym[]> {
  const found = new Map<string, FoundSynonym>();
  for (const pair of pairsOf(next)) {
    const { termKey, synonymKey, term, synonym, next: after } = pair;
    if (found.has(`${synonymKey}\n${termKey}`)) continue;
    const asked = await askedQuery(search, term);
    const [termCount, synonymCount] = (await strictCounts(asked, [term, synonym])) as [number, number];
    const isUnknown = asked.unknown.length === asked.words.length;
    if (synonymCount === 0 || (termCount === 0 && !isUnknown)) continue;
    const [items, cosine] = alike(chosenAfter(looks, termKey), chosenAfter(looks, synonymKey));
    if ((!isUnknown && (items < leastItems || cosine < leastAlike)) || (await areApart(search, pair))) continue;
    found.set(`${termKey}\n${synonymKey}`, {
      termKey,
      synonymKey,
      term,
      synonym,
      synonym_type_id: isUnknown ? oneWay : twoWay,
      visitors: Math.round(after.visitors),
      items: isUnknown ? after.chosen.size : items,
    });
  }
  return [...found.values()];
}
