import type { FieldType } from '#contract/item.ts';
import { type FieldRelevance, notSearched } from '#engine/relevance.ts';

/** What was stored before boosts could be turned off for a field, and joined words for one of the fields that are searched. */
export type StoredRelevance = Omit<FieldRelevance, 'boostable'> & Partial<Pick<FieldRelevance, 'boostable'>>;

interface Indexed {
  readonly type: FieldType;
  readonly isFacet: boolean;
}

/** Numbers, and texts that are few enough to be counted. An engine knows no others by value. */
export const isBoostableByDefault = ({ type, isFacet }: Indexed): boolean => isFacet && type !== 'object';

/** The members always come in the same order: releases compare fields as texts. */
export function relevanceOf(stored: StoredRelevance, field: Indexed): FieldRelevance {
  const isOlder = stored.boostable === undefined;
  const added = isOlder && { shingle: stored.searchable, boostable: isBoostableByDefault(field) };
  return { ...notSearched, ...stored, ...added };
}
