import { LRUCache } from 'lru-cache';
import { maxKnownBoostSets } from '#engine/index/limits.ts';
import type { Boost } from '#engine/plan.ts';

/** All queries of a release have the same boosts, which may be hundreds: what they are called is worked out once. */
const keys = new WeakMap<readonly Boost[], string>();
const sets = new LRUCache<string, readonly Boost[]>({ max: maxKnownBoostSets });

/** A text that says all of these boosts; two sets that mean the same have the same. */
export function keyOfBoosts(boosts: readonly Boost[]): string {
  const known = keys.get(boosts);
  if (known !== undefined) return known;
  const key = JSON.stringify(boosts);
  keys.set(boosts, key);
  return key;
}

export function boostsOfKey(key: string): readonly Boost[] {
  const known = sets.get(key);
  if (known !== undefined) return known;
  const boosts = JSON.parse(key) as readonly Boost[];
  keys.set(boosts, key);
  sets.set(key, boosts);
  return boosts;
}
