import type { CurationQueryState } from '#features/search-settings/curations/curations.contract.ts';
import type { Condition } from './curations.rule.ts';
import type { KnownCuration } from './known-curations.ts';

type Met = NonNullable<CurationQueryState['met_by']>;

const order: readonly Met['acts'][] = ['never', 'partly', 'instead'];

/** Which other curation meets queries that a curation's query is for: the one that takes most of them from it. One without an id is the newest. */
export function metBy(own: Condition, ownId: number | null, all: ReadonlyMap<number, KnownCuration>): Met | null {
  let met: Met | null = null;
  for (const [id, { name, conditions, queries }] of all) {
    if (id === ownId) continue;
    for (const [at, other] of conditions.entries()) {
      const acts = actsOf(own, other, ownId === null || id < ownId);
      if (acts === null || (met && order.indexOf(met.acts) <= order.indexOf(acts))) continue;
      met = { id, name, query: queries[at] ?? '', acts };
    }
  }
  return met;
}

const isIn = (words: Condition, text: Condition): boolean =>
  words.stems.length > 0 && words.stems.every((stem) => text.stems.includes(stem));

/** A curation for the whole query acts before all that contain words of it, and of these the older one. */
function actsOf(own: Condition, other: Condition, isOlder: boolean): Met['acts'] | null {
  if (own.match === 'is') return other.match === 'contains' && isIn(other, own) ? 'instead' : null;
  if (other.match === 'is') return isIn(own, other) ? 'partly' : null;
  if (isIn(other, own)) return isOlder ? 'never' : 'instead';
  return isOlder && isIn(own, other) ? 'partly' : null;
}
