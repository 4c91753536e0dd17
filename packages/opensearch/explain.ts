import type { Item } from '#contract/item.ts';
import { ageInDays, amountFor, limitedAmount } from '#contract/values/boost-amount.ts';
import { type Alternative, type Boost, type Plan, startingScore, toldWeight } from '#engine/plan.ts';
import type { BoostExplanation, Explanation, MatchExplanation } from '#engine/port.ts';
import { columnValues } from '#engine/query/analysis/column-values.ts';
import { inverseDocumentFrequency } from '#engine/query/scoring.ts';
import {
  boostedQuery,
  allOf,
  constant,
  type Dsl,
  matchAll,
  filterQuery,
  groupName,
  loweredQuery,
  mostFieldsOf,
  phrasePairs,
  unwantedQueries,
  withIds,
  alternativeQuery,
  groupQuery,
  isStemmed,
  searchedFields,
} from './plan-query.ts';
import { type Cluster, askAll, askIndex } from './cluster.ts';
import { fieldTokens, itemField, valueFieldOf, type IndexFields } from './index/documents.ts';
import type { SearchedIndex } from './searched-index.ts';

function explainingQuery({ fields }: SearchedIndex, plan: Plan, itemId: string): Dsl {
  const most = mostFieldsOf(plan);
  const words = [
    ...plan.groups.map((group, index) =>
      groupQuery(fields, plan.fields, group, most, { name: groupName(index), namesAlternatives: true }),
    ),
    ...phrasePairs(fields, plan, 'pair').map(({ query }) => query),
  ];
  const ofWords = { bool: { must: [constant(matchAll, startingScore(plan))], should: words } };
  const others = [
    ...plan.filters.map((filter, index) => constant(filterQuery(fields, filter), 0, `filter.${index}`)),
    ...unwantedQueries(fields, plan, plan.excluded).map((query, index) => constant(query, 0, `excluded.${index}`)),
  ];
  const scored = loweredQuery(boostedQuery(ofWords, plan, fields, 'boost'), fields, plan, 'lowered');
  return { bool: { filter: [withIds([itemId])], must: [scored], should: others } };
}

/** OpenSearch scores fields as one, so the score is divided by weights and frequencies. */
function explainFields(
  { fields, analyser }: SearchedIndex,
  plan: Plan,
  item: Item,
  alternative: Alternative,
  score: number,
): MatchExplanation['fields'] {
  const term = alternative.terms[0] ?? '';
  if (alternative.terms.length > 1) return [];
  const isMatch = (token: string): boolean => {
    if (isStemmed(alternative)) return analyser.stem(token) === term;
    return alternative.kind === 'prefix' ? token.startsWith(term) : token === term;
  };
  const found = searchedFields(fields, plan.fields, alternative).flatMap(({ field: { name }, weight }) => {
    const tokens = fieldTokens(item, name, analyser);
    const termFrequency = tokens.filter(isMatch).length;
    return termFrequency === 0 ? [] : [{ name, fieldLength: tokens.length, termFrequency, share: weight * termFrequency }];
  });
  const sum = found.reduce((total, { share }) => total + share, 0);
  return found.map(({ name, fieldLength, termFrequency, share }) => {
    return { field: name, termFrequency, fieldLength, weight: toldWeight(plan, name), score: (score * share) / sum };
  });
}

function matchedTerm(
  { analyser }: SearchedIndex,
  item: Item,
  { kind, terms }: Alternative,
  fields: MatchExplanation['fields'],
): string {
  const [term = ''] = terms;
  const best = kind === 'prefix' ? fields.toSorted((a, b) => b.score - a.score)[0]?.field : undefined;
  const tokens = best === undefined ? [] : fieldTokens(item, best, analyser);
  return tokens.find((token) => token.startsWith(term)) ?? terms.join(' ');
}

function boostAmount(fields: IndexFields, today: number, boost: Boost, item: Item): Omit<BoostExplanation, 'boost' | 'score'> {
  const value = item.fields[boost.field];
  const field = valueFieldOf(fields, boost.field);
  if (boost.kind === 'value' || field === undefined || value === undefined)
    return { amount: limitedAmount(boost.factor), number: null, isAge: false };
  const smallest = Math.min(...columnValues(value, field.layout).map(Number));
  const isAge = field.layout.type === 'date';
  const number = isAge ? ageInDays(smallest, today) : smallest;
  return { amount: amountFor(boost, number), number, isAge };
}

export async function explainItem(
  cluster: Cluster,
  generation: SearchedIndex,
  plan: Plan,
  itemId: string,
): Promise<Explanation | null> {
  const { fields } = generation;
  const body = { query: explainingQuery(generation, plan, itemId), size: 1, _source: [itemField] };
  const answer = await askIndex(cluster, generation.index, body, '&include_named_queries_score=true');
  const [hit] = answer.hits.hits;
  if (hit === undefined) return null;
  const item = JSON.parse(hit._source[itemField] ?? '') as Item;
  const scores = new Map(Object.entries(hit.matched_queries ?? {}));
  const scored = plan.groups.flatMap(({ word, alternatives }, group) => {
    const own = alternatives.map((alternative, at) => ({
      word,
      alternative,
      score: scores.get(`${groupName(group)}.${at}`) ?? 0,
    }));
    const best = own.reduce((one, other) => (other.score > one.score ? other : one), { score: 0 } as (typeof own)[number]);
    return best.score > 0 ? [best] : [];
  });
  const counts = await askAll(
    cluster,
    generation.index,
    scored.map(({ alternative }) => {
      const query = allOf([alternativeQuery(fields, plan.fields, alternative, mostFieldsOf(plan))]);
      return { size: 0, query, track_total_hits: true };
    }),
  );
  const matches = scored.map(({ word, alternative, score }, at): MatchExplanation => {
    const own = explainFields(generation, plan, item, alternative, score);
    const idf = inverseDocumentFrequency(generation.status.itemCount, counts[at]?.hits.total.value ?? 0);
    const term = matchedTerm(generation, item, alternative, own);
    return { word, kind: alternative.kind, term, fields: own, inverseDocumentFrequency: idf, score };
  });
  const phrases = phrasePairs(fields, plan).flatMap(({ field, first }, index) => {
    const score = scores.get(`pair.${index}`) ?? 0;
    return score === 0 ? [] : [{ field, words: [plan.groups[first]!.word, plan.groups[first + 1]!.word] as const, score }];
  });
  const base = startingScore(plan);
  let before = [...matches, ...phrases].reduce((sum, { score }) => sum + score, Number(base));
  const steps = <Part, Told>(name: string, parts: readonly Part[], tell: (part: Part, score: number) => Told): Told[] =>
    parts.flatMap((part, index) => {
      const after = scores.get(`${name}.${index}`) ?? before;
      const score = after - before;
      before = after;
      return score === 0 ? [] : [tell(part, score)];
    });
  const boosts = steps('boost', plan.boosts, (boost, score) => ({
    boost,
    ...boostAmount(fields, plan.today, boost, item),
    score,
  }));
  const lowered = steps('lowered', plan.lowered, ({ group: { word } }, score) => ({ word, score }));
  const reasonsNotFound: Explanation['reasonsNotFound'][number][] = [];
  if (matches.length < plan.minimumMatch && !plan.promoted.includes(itemId)) reasonsNotFound.push('tooFewWords');
  if (plan.excluded.some((_, index) => scores.has(`excluded.${index}`))) reasonsNotFound.push('excludedWord');
  if (plan.filters.some((_, index) => !scores.has(`filter.${index}`))) reasonsNotFound.push('filtered');
  if (plan.hidden.includes(itemId)) reasonsNotFound.push('hidden');
  const missing = plan.groups.filter((_, group) => !scores.has(groupName(group)));
  return {
    itemId,
    score: hit._score ?? 0,
    base,
    matches,
    phrases,
    boosts,
    lowered,
    missingWords: missing.map(({ word }) => word),
    isFound: reasonsNotFound.length === 0,
    reasonsNotFound,
  };
}
