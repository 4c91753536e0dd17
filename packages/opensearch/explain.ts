import type { Item } from '#contract/item.ts';
import { ageInDays, amountFor, limitedAmount } from '#contract/values/boost-amount.ts';
import { type Alternative, type Boost, type Plan, startingScore, shownWeightOf } from '#engine/plan.ts';
import type { BoostExplanation, Explanation, MatchExplanation } from '#engine/port.ts';
import { columnValues } from '#engine/query/analysis/column-values.ts';
import { type Cluster, askIndex } from './cluster.ts';
import { tokensOf, groupField, itemField, valueFieldOf, type IndexFields } from './index/documents.ts';
import { isStemmed, PlanQuery, searchedFields } from './plan-query.ts';
import { groupsBody, groupsIn } from './search-generation.ts';
import type { SearchedIndex } from './searched-index.ts';

type Fields = MatchExplanation['fields'];

/** OpenSearch scores fields as one, so the score is divided by weights and frequencies. */
function explainFields(
  form: SearchedIndex,
  plan: Plan,
  item: Item,
  { one, score }: { readonly one: Alternative; readonly score: number },
): Fields {
  const { analyser } = form;
  const [term = '', ...others] = one.terms;
  if (others.length > 0) return [];
  const isMatch = (token: string): boolean => {
    if (isStemmed(one)) return analyser.stem(token) === term;
    return one.kind === 'prefix' ? token.startsWith(term) : token === term;
  };
  const found = searchedFields(form, plan.fields, one).flatMap(({ field: { name }, weight }) => {
    const tokens = tokensOf(item, name, analyser);
    const termFrequency = tokens.filter(isMatch).length;
    return termFrequency === 0 ? [] : [{ name, fieldLength: tokens.length, termFrequency, share: weight * termFrequency }];
  });
  const sum = found.reduce((total, { share }) => total + share, 0);
  return found.map(({ name, fieldLength, termFrequency, share }) => {
    return { field: name, termFrequency, fieldLength, weight: shownWeightOf(plan, name), score: (score * share) / sum };
  });
}

function matchedTerm({ analyser }: SearchedIndex, item: Item, { kind, terms }: Alternative, fields: Fields): string {
  const best = kind === 'prefix' ? fields.toSorted((a, b) => b.score - a.score)[0]?.field : undefined;
  const tokens = best === undefined ? [] : tokensOf(item, best, analyser);
  return tokens.find((token) => token.startsWith(terms[0] ?? '')) ?? terms.join(' ');
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
  const body = groupsBody(generation, plan);
  const groupValues = body && groupsIn(await askIndex(cluster, generation.index, body));
  const query = new PlanQuery(generation, groupValues === null ? plan : { ...plan, groupValues }, true);
  const asked = { query: query.explaining(itemId), size: 1, _source: [itemField], docvalue_fields: [groupField] };
  const [hit] = (await askIndex(cluster, generation.index, asked, '&include_named_queries_score=true')).hits.hits;
  if (hit === undefined) return null;
  const item = JSON.parse(hit._source[itemField] ?? '') as Item;
  const scores = new Map(Object.entries((hit.matched_queries ?? {}) as Readonly<Record<string, number>>));
  const matches = plan.groups.flatMap(({ word, alternatives }, group): MatchExplanation[] => {
    const own = alternatives.map((one, at) => ({ one, score: scores.get(`group.${group}.${at}`) ?? 0 }));
    const [best] = own.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    if (best === undefined) return [];
    const found = explainFields(generation, plan, item, best);
    const term = matchedTerm(generation, item, best.one, found);
    return [{ word, kind: best.one.kind, term, fields: found, score: best.score }];
  });
  const phrases = query.pairs.flatMap(({ field, first }, index) => {
    const score = scores.get(`pair.${index}`) ?? 0;
    return score === 0 ? [] : [{ field, words: [plan.groups[first]!.word, plan.groups[first + 1]!.word] as const, score }];
  });
  const base = startingScore(plan);
  const nearness = plan.groups.length === 0 ? 0 : (plan.near?.scores[plan.near.ids.indexOf(itemId)] ?? 0);
  let before = [...matches, ...phrases].reduce((sum, { score }) => sum + score, base + nearness);
  const stepTo = (name: string): number => {
    const after = scores.get(name) ?? before;
    const step = after - before;
    before = after;
    return step;
  };
  const boosts = plan.boosts.map((boost, index) => {
    return { boost, ...boostAmount(fields, plan.today, boost, item), score: stepTo(`boost.${index}`) };
  });
  const lowered = plan.lowered.map(({ group: { word } }, index) => ({ word, score: stepTo(`lowered.${index}`) }));
  const reasonsNotFound: Explanation['reasonsNotFound'][number][] = [];
  const isPromoted =
    plan.promoted.includes(itemId) || nearness > 0 || query.promotedGroups.includes(hit.fields?.[groupField]?.[0] ?? '');
  if (matches.length < plan.minimumMatch && !isPromoted) reasonsNotFound.push('tooFewWords');
  if (plan.excluded.some((_, index) => scores.has(`excluded.${index}`))) reasonsNotFound.push('excludedWord');
  if (plan.filters.some((_, index) => !scores.has(`filter.${index}`))) reasonsNotFound.push('filtered');
  if (scores.has('hidden')) reasonsNotFound.push('hidden');
  return {
    itemId,
    score: hit._score ?? 0,
    base,
    nearness,
    matches,
    phrases,
    boosts: boosts.filter(({ score }) => score !== 0),
    lowered: lowered.filter(({ score }) => score !== 0),
    missingWords: plan.groups.filter((_, group) => !scores.has(`group.${group}`)).map(({ word }) => word),
    isFound: reasonsNotFound.length === 0,
    reasonsNotFound,
  };
}
