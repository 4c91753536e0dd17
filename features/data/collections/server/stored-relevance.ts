import type { FieldType } from '#contract/item.ts';
import { type FieldRelevance, notSearched } from '#engine/query/relevance.ts';

export type StoredRelevance = Omit<FieldRelevance, 'boostable'> & Partial<Pick<FieldRelevance, 'boostable'>>;

interface Indexed {
  readonly type: FieldType;
  readonly isFacet: boolean;
}

/** Engines store only these by value. */
export const isBoostableByDefault = ({ type, isFacet }: Indexed): boolean => isFacet && type !== 'object';

export function relevanceOf(stored: StoredRelevance, field: Indexed): FieldRelevance {
  const isOlder = stored.boostable === undefined;
  const added = isOlder && { shingle: stored.searchable, boostable: isBoostableByDefault(field) };
  return { ...notSearched, ...stored, ...added };
}
