import { isAskedFor, type Plan, type SearchField } from '#engine/plan.ts';
import type { Breadth } from './breadth.ts';
import { constant, unitsPerScore, type Dsl } from './dsl.ts';
import type { WordField } from './index/index-fields.ts';
import type { SearchedIndex } from './searched-index.ts';
import { groupIdf, type ResolvedGroup } from './resolved-groups.ts';
import { isIndexedPrefix, pathOf } from './word-query.ts';

/** Two neighbouring query words that earn a bonus where they are neighbours in a field. */
export interface Pair {
  readonly field: string;
  readonly first: number;
  readonly score: number;
  readonly query: Dsl;
}

/** Places in a field where a group matches with one word. A beginning that is no term of the index can't be placed. */
function placesOf({ clauses }: ResolvedGroup, field: WordField, searched: SearchField): Dsl[] {
  return clauses.flatMap(({ alternative }) => {
    const { kind, terms } = alternative;
    const [term = ''] = terms;
    const path = pathOf(alternative, field);
    const isSearched = isAskedFor(searched, alternative) && (kind !== 'prefix' || isIndexedPrefix(term));
    return terms.length === 1 && path !== null && isSearched ? [{ match: { query: term, use_field: path } }] : [];
  });
}

function pairQuery(field: WordField, searched: SearchField, groups: readonly [ResolvedGroup, ResolvedGroup]): Dsl | null {
  const places = groups.map((group) => placesOf(group, field, searched));
  if (places.some((one) => one.length === 0)) return null;
  const intervals = places.map((one) => ({ any_of: { intervals: one } }));
  return { intervals: { [field.words]: { all_of: { ordered: true, max_gaps: 0, intervals } } } };
}

function* pairsIn(field: WordField, searched: SearchField, plan: Plan, groups: readonly ResolvedGroup[]): Generator<Pair> {
  for (let first = 0; first + 1 < groups.length; first++) {
    if (searched.phraseCheck === true && !(plan.knownPairs ?? []).includes(first)) continue;
    const [one, other] = [groups[first]!, groups[first + 1]!];
    const score = Math.round(((searched.phraseWeight * (groupIdf(one) + groupIdf(other))) / 2) * unitsPerScore) / unitsPerScore;
    const query = score > 0 ? pairQuery(field, searched, [one, other]) : null;
    if (query !== null) yield { field: searched.name, first, score, query };
  }
}

/** Per field with a phrase weight: its weight times the mean rarity of each pair of neighbouring words. */
export function phrasePairs(
  { fields }: SearchedIndex,
  plan: Plan,
  groups: readonly ResolvedGroup[],
  { phraseFields }: Breadth,
): Pair[] {
  const rewarding = plan.fields.flatMap((searched) => {
    const field = fields.words.find(({ name }) => name === searched.name);
    return field === undefined || searched.phraseWeight <= 0 || searched.weight <= 0 ? [] : [{ field, searched }];
  });
  const heaviest = rewarding.sort((a, b) => b.searched.phraseWeight - a.searched.phraseWeight).slice(0, phraseFields);
  return heaviest.flatMap(({ field, searched }) => [...pairsIn(field, searched, plan, groups)]);
}

export const pairScore = ({ query, score }: Pair, name?: string): Dsl => constant(query, score, name);
