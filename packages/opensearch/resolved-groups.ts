import type { Alternative, SearchField, WordGroup } from '#engine/plan.ts';
import type { Breadth } from './breadth.ts';
import { bestOf, scoredQuery, searchedFields, sharesQuery } from './word-query.ts';
import { matchNone, type Dsl } from './dsl.ts';
import type { SearchedIndex } from './searched-index.ts';

/** An alternative of a word group with what the generation says about it. */
export interface Clause {
  readonly alternative: Alternative;
  readonly idf: number;
  readonly isKnown: boolean;
  /** The fields that have it, where they are many; null where they are few. */
  readonly paths: ReadonlySet<string> | null;
}

export interface ResolvedGroup {
  readonly group: WordGroup;
  readonly clauses: readonly Clause[];
}

export async function resolveGroups(
  { terms, fields }: SearchedIndex,
  groups: readonly WordGroup[],
  searched: readonly SearchField[],
): Promise<ResolvedGroup[]> {
  const all = groups.flatMap(({ alternatives }) => alternatives);
  const facts = await terms.of(all, fields, searched);
  let at = 0;
  return groups.map((group) => ({
    group,
    clauses: group.alternatives.map((alternative) => ({ alternative, ...facts[at++]! })),
  }));
}

export const isUnknown = ({ clauses }: ResolvedGroup): boolean => clauses.every(({ isKnown }) => !isKnown);

/** Rarity of a group is that of its first way to match. */
export const groupIdf = ({ clauses }: ResolvedGroup): number => clauses.find(({ isKnown }) => isKnown)?.idf ?? 0;

/** Items that match a group, by their best alternative. Alternatives are named `<name>.<number>`. */
export function groupQuery(
  { fields }: SearchedIndex,
  searched: readonly SearchField[],
  { clauses }: ResolvedGroup,
  breadth: Breadth,
  name?: string,
): Dsl {
  const queries = clauses.flatMap(({ alternative, idf, paths }, index) => {
    const own = searchedFields(fields, searched, alternative);
    const ownName = name === undefined ? undefined : `${name}.${index}`;
    return own.length === 0
      ? []
      : [scoredQuery(sharesQuery(alternative, fields, own, { breadth, paths, name: ownName }), idf, alternative.weight, ownName)];
  });
  return queries.length === 0 ? matchNone : bestOf(queries);
}

/** Items that match a group, without a score. */
export function groupFilter(
  { fields }: SearchedIndex,
  searched: readonly SearchField[],
  group: WordGroup,
  breadth: Breadth,
): Dsl {
  const queries = group.alternatives.map((alternative) =>
    sharesQuery(alternative, fields, searchedFields(fields, searched, alternative), { breadth, paths: null }),
  );
  return { bool: { should: queries, minimum_should_match: 1 } };
}
