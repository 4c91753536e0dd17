import type { Item } from '#contract/item.ts';
import { ageInDays, amountFor, limitedAmount } from '#contract/values/boost-amount.ts';
import { type Boost, type Plan, startingScore, toldWeight } from '#engine/plan.ts';
import type { BoostExplanation, Explanation, LoweringExplanation, MatchExplanation, PhraseExplanation } from '#engine/port.ts';
import { columnValues } from '#engine/query/analysis/column-values.ts';
import { splitUnits } from '#engine/query/matches/split-units.ts';
import { boostedQuery } from './boost-query.ts';
import { breadthOf } from './breadth.ts';
import type { Cluster } from './cluster.ts';
import { fieldTokens } from './index/document.ts';
import { constant, matchAll, unitsPerScore, type Dsl } from './dsl.ts';
import { filterQuery } from './filter-query.ts';
import { itemField, valueFieldOf, type IndexFields, type WordField } from './index/index-fields.ts';
import type { SearchedIndex } from './searched-index.ts';
import { pairScore, phrasePairs, type Pair } from './phrase-query.ts';
import { loweredQuery, unwantedQueries, withIds } from './plan-query.ts';
import { groupQuery, resolveGroups, type Clause, type ResolvedGroup } from './resolved-groups.ts';
import { askIndex, exactScore } from './whole-answer.ts';
import { dividedFields, isStemmed, othersName, searchedFields, type SearchedField } from './word-query.ts';

type NamedScores = ReadonlyMap<string, number>;

const groupName = (group: number): string => `group.${group}`;
const pairName = (pair: number): string => `pair.${pair}`;
const boostName = 'boost';
const loweredName = 'lowered';
const filterName = (filter: number): string => `filter.${filter}`;
const excludedName = (words: number): string => `excluded.${words}`;

/** The plan with a name for everything that can add to a score or keep an item out, asked of one item. */
function explainingQuery(
  generation: SearchedIndex,
  plan: Plan,
  groups: readonly ResolvedGroup[],
  pairs: readonly Pair[],
  itemId: string,
): Dsl {
  const words = [
    ...groups.map((group, index) => groupQuery(generation, plan.fields, group, breadthOf(plan), groupName(index))),
    ...pairs.map((pair, index) => pairScore(pair, pairName(index))),
  ];
  const ofWords = { bool: { must: [constant(matchAll, startingScore(plan))], should: words } };
  const boosted = boostedQuery(ofWords, plan, generation.fields, boostName);
  const others = [
    ...plan.filters.map((filter, index) => constant(filterQuery(generation.fields, filter), 0, filterName(index))),
    ...unwantedQueries(generation, plan, plan.excluded).map((query, index) => constant(query, 0, excludedName(index))),
  ];
  return { bool: { filter: [withIds([itemId])], must: [loweredQuery(boosted, generation, plan, loweredName)], should: others } };
}

interface Explaining {
  readonly generation: SearchedIndex;
  readonly plan: Plan;
  readonly item: Item;
  readonly scores: NamedScores;
}

/** The tokens of a field that satisfy an alternative of one term. */
function matchingTokens({ generation: { analyser } }: Explaining, { alternative }: Clause, tokens: readonly string[]): string[] {
  const [term = ''] = alternative.terms;
  if (isStemmed(alternative)) return tokens.filter((token) => analyser.stem(token) === term);
  return tokens.filter((token) => (alternative.kind === 'prefix' ? token.startsWith(term) : token === term));
}

/** Shares of the fields in a match, in no unit. What several fields gave together is divided as each would have given by itself. */
function fieldShares(
  explaining: Explaining,
  clause: Clause,
  name: string,
): { field: WordField; share: number; tokens: string[] }[] {
  const { generation, plan, item, scores } = explaining;
  const { alternative } = clause;
  const searched = searchedFields(generation.fields, plan.fields, alternative);
  const [own, others] = dividedFields(searched, breadthOf(plan), clause.paths);
  const tokensOf = ({ field }: SearchedField): string[] => fieldTokens(item, field.name, generation.analyser);
  const apart = own.flatMap((one) => {
    const share = scores.get(`${name}.${generation.fields.words.indexOf(one.field)}`) ?? 0;
    return share === 0 ? [] : [{ field: one.field, share, tokens: tokensOf(one) }];
  });
  const together = scores.get(`${name}.${othersName}`) ?? 0;
  if (together === 0) return apart;
  const divided = others.flatMap((one) => {
    const tokens = tokensOf(one);
    const count = matchingTokens(explaining, clause, tokens).length;
    return count === 0 ? [] : [{ field: one.field, share: one.weight * count, tokens }];
  });
  const sum = divided.reduce((total, { share }) => total + share, 0);
  return [...apart, ...divided.map((one) => ({ ...one, share: (one.share * together) / sum }))];
}

function explainFields(explaining: Explaining, clause: Clause, name: string, score: number): MatchExplanation['fields'] {
  const { plan } = explaining;
  // Neighbouring terms have no frequencies of their own: the score belongs to the match as a whole.
  if (clause.alternative.terms.length > 1) return [];
  const found = fieldShares(explaining, clause, name);
  const shares = found.map(({ share }) => share);
  const parts = splitUnits(score * unitsPerScore, shares);
  return found.map(({ field, tokens }, index) => ({
    field: field.name,
    termFrequency: matchingTokens(explaining, clause, tokens).length,
    fieldLength: tokens.length,
    weight: toldWeight(plan, field.name),
    score: parts[index]! / unitsPerScore,
  }));
}

/** What was found: of a beginning the word that goes on from it, as it stands in the best field. */
function matchedTerm(explaining: Explaining, clause: Clause, fields: MatchExplanation['fields']): string {
  const { kind, terms } = clause.alternative;
  if (kind !== 'prefix') return terms.join(' ');
  const [best] = [...fields].sort((a, b) => b.score - a.score);
  const tokens = best === undefined ? [] : fieldTokens(explaining.item, best.field, explaining.generation.analyser);
  return matchingTokens(explaining, clause, tokens)[0] ?? terms.join(' ');
}

/** The alternative that scores: the first of the best. */
function explainMatch(explaining: Explaining, { group, clauses }: ResolvedGroup, name: string): MatchExplanation | null {
  let best = -1;
  for (const index of clauses.keys()) {
    const score = explaining.scores.get(`${name}.${index}`) ?? 0;
    if (score > (explaining.scores.get(`${name}.${best}`) ?? 0)) best = index;
  }
  const clause = clauses[best];
  if (clause === undefined) return null;
  const score = explaining.scores.get(`${name}.${best}`) ?? 0;
  const fields = explainFields(explaining, clause, `${name}.${best}`, score);
  const { kind } = clause.alternative;
  const term = matchedTerm(explaining, clause, fields);
  return { word: group.word, kind, term, fields, inverseDocumentFrequency: clause.idf, score };
}

function explainPhrases({ plan, scores }: Explaining, pairs: readonly Pair[]): PhraseExplanation[] {
  return pairs.flatMap(({ field, first }, index) => {
    const score = scores.get(pairName(index)) ?? 0;
    return score === 0 ? [] : [{ field, words: [plan.groups[first]!.word, plan.groups[first + 1]!.word] as const, score }];
  });
}

/** What a boost multiplies by or adds for an item, and the number that it is made of. */
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

/** The boosts that changed the score, each by what the score grew from the one before. */
function explainBoosts({ generation, plan, item, scores }: Explaining, start: number): BoostExplanation[] {
  let before = start;
  return plan.boosts.flatMap((boost, index) => {
    const after = scores.get(`${boostName}.${index}`) ?? before;
    const score = after - before;
    before = after;
    return score === 0 ? [] : [{ boost, ...boostAmount(generation.fields, plan.today, boost, item), score }];
  });
}

/** The lowered words that the item has, each by what it took off the score that was there before. */
function explainLowered({ plan, scores }: Explaining, start: number): LoweringExplanation[] {
  let before = start;
  return plan.lowered.flatMap(({ group: { word } }, index) => {
    const after = scores.get(`${loweredName}.${index}`) ?? before;
    const score = after - before;
    before = after;
    return score === 0 ? [] : [{ word, score }];
  });
}

function reasons({ plan, item, scores }: Explaining, matched: number): Explanation['reasonsNotFound'] {
  const found: Explanation['reasonsNotFound'][number][] = [];
  if (matched < plan.minimumMatch && !plan.promoted.includes(item.id)) found.push('tooFewWords');
  if (plan.excluded.some((_, index) => scores.has(excludedName(index)))) found.push('excludedWord');
  if (plan.filters.some((_, index) => !scores.has(filterName(index)))) found.push('filtered');
  if (plan.hidden.includes(item.id)) found.push('hidden');
  return found;
}

/** The parts of an item's score, as OpenSearch gave them. They add up to the score of its hit. */
export async function explainInGeneration(
  cluster: Cluster,
  generation: SearchedIndex,
  plan: Plan,
  itemId: string,
): Promise<Explanation | null> {
  const groups = await resolveGroups(generation, plan.groups, plan.fields);
  const pairs = phrasePairs(generation, plan, groups, breadthOf(plan));
  const body = { query: explainingQuery(generation, plan, groups, pairs, itemId), size: 1, _source: [itemField] };
  const answer = await askIndex(cluster, generation.index, body, '&include_named_queries_score=true');
  const [hit] = answer.hits.hits;
  if (hit === undefined) return null;
  const scores = new Map(Object.entries(hit.matched_queries ?? {}).map(([name, score]) => [name, exactScore(score)]));
  const explaining: Explaining = { generation, plan, item: JSON.parse(hit._source[itemField] ?? '') as Item, scores };
  const found = groups.map((group, index) => explainMatch(explaining, group, groupName(index)));
  const matches = found.filter((match) => match !== null);
  const phrases = explainPhrases(explaining, pairs);
  const base = startingScore(plan);
  const words = [...matches, ...phrases].reduce((sum, part) => sum + part.score, Number(base));
  const boosts = explainBoosts(explaining, words);
  const boosted = boosts.reduce((sum, part) => sum + part.score, words);
  const reasonsNotFound = reasons(explaining, matches.length);
  return {
    itemId,
    score: exactScore(hit._score),
    base,
    matches,
    phrases,
    boosts,
    lowered: explainLowered(explaining, boosted),
    missingWords: plan.groups.filter((_, index) => found[index] === null).map(({ word }) => word),
    isFound: reasonsNotFound.length === 0,
    reasonsNotFound,
  };
}
