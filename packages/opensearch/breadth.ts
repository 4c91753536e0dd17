import type { Plan } from '#engine/plan.ts';
import { maxOwnFields, maxPhraseLeaves, maxWordLeaves } from './limits.ts';

/**
 * How much of a wide collection one query can look at field by field: OpenSearch refuses queries of more than 1,024 parts, and a
 * collection may have 200 searched fields. The heaviest fields are looked at one by one, the others all together.
 */
export interface Breadth {
  /** Fields that are weighed by their own length. */
  readonly ownFields: number;
  /** Fields in which terms are looked for next to each other. */
  readonly adjacentFields: number;
  /** Fields in which neighbouring words earn their bonus. */
  readonly phraseFields: number;
}

export function breadthOf({
  groups,
  excluded,
  lowered,
  promoted,
}: Pick<Plan, 'groups' | 'excluded' | 'lowered' | 'promoted'>): Breadth {
  const sizes = groups.map(({ alternatives }) => alternatives.length);
  const words = sizes.reduce((sum, size) => sum + size, 0) * (promoted.length > 0 ? 2 : 1);
  const others = [...excluded, ...lowered].reduce(
    (sum, { group, unless }) => sum + group.alternatives.length + (unless?.alternatives.length ?? 0),
    0,
  );
  const leaves = Math.floor(maxWordLeaves / Math.max(1, words + others));
  const pairs = sizes.slice(1).reduce((sum, size, index) => sum + size + sizes[index]!, 0);
  return {
    ownFields: Math.max(0, Math.min(maxOwnFields, leaves - 1)),
    adjacentFields: Math.max(1, leaves),
    phraseFields: Math.max(1, Math.floor(maxPhraseLeaves / Math.max(1, pairs))),
  };
}

/** That of a query for a single alternative. */
export const wholeBreadth: Breadth = { ownFields: maxOwnFields, adjacentFields: maxWordLeaves, phraseFields: 0 };
