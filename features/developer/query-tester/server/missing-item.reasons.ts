import type { MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import type { FieldValue, Item } from '#contract/item.ts';
import { textOf } from '#engine/query/analysis/column-values.ts';
import type { Plan } from '#engine/plan.ts';
import type { Explanation, SearchSession } from '#engine/port.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { matchInText } from '#engine/query/matches/text-match.ts';

const searchedHits = 100;
const linkOnly = /^(?:https?:)?\/\/\S+$/;

const valuesOf = (value: FieldValue | undefined): readonly (string | number | boolean)[] => {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
};

/** Words of the query, and unsearched fields that have missing ones. Links are ignored. */
export function queryWords(
  plan: Plan,
  relevance: CollectionRelevance,
  { fields }: Item,
  { missingWords }: Explanation,
): MissingItem['words'] {
  const analyser = analyserOf(relevance.layout.language);
  const searched = new Set(plan.fields.map(({ name }) => name));
  const others = relevance.layout.fields.flatMap(({ name, type, stemmer }) => {
    const value = fields[name];
    if (value === undefined || searched.has(name) || type !== 'text') return [];
    if (valuesOf(value).every((one) => linkOnly.test(String(one)))) return [];
    return [{ name, tokens: analyser.indexTokens(textOf(value)), field: { stemmer, wildcard: 0 } }];
  });
  return plan.groups.map((group) => {
    const isInItem = !missingWords.includes(group.word);
    const having = isInItem ? [] : others.filter(({ tokens, field }) => matchInText(analyser, group, tokens, field) !== null);
    return { word: group.word, is_in_item: isInItem, unsearched_fields: having.map(({ name }) => name) };
  });
}

export async function failedFilters(
  session: SearchSession,
  plan: Plan,
  { id, fields }: Item,
): Promise<MissingItem['failed_filters']> {
  const failed: MissingItem['failed_filters'] = [];
  for (const filter of plan.filters) {
    const explanation = await session.explain({ ...plan, filters: [filter] }, id);
    if (explanation?.reasonsNotFound.includes('filtered') !== true) continue;
    failed.push({
      field: filter.field,
      any_of: 'anyOf' in filter ? filter.anyOf.map(String) : [],
      from: 'anyOf' in filter ? null : (filter.from ?? null),
      to: 'anyOf' in filter ? null : (filter.to ?? null),
      own: valuesOf(fields[filter.field]).map(String),
    });
  }
  return failed;
}

export async function shownVariant(
  session: SearchSession,
  plan: Plan,
  { layout: { groupField } }: CollectionRelevance,
  { fields }: Item,
): Promise<Item | null> {
  const group = groupField === null ? undefined : fields[groupField];
  if (groupField === null || group === undefined) return null;
  const { hits } = await session.search({ ...plan, facets: [], from: 0, size: searchedHits });
  return hits.find(({ item }) => String(item.fields[groupField]) === String(group))?.item ?? null;
}
