import { LRUCache } from 'lru-cache';
import { rememberedClauseBytes } from '#engine/embedded/limits.ts';
import type { Alternative } from '#engine/plan.ts';
import type { Clause } from './clauses.ts';
import type { WeightKind } from './weighting.ts';

interface Remembered {
  /** null where nothing matches. */
  readonly clause: Clause | null;
}

/** Key, entry and lists, beside the table of scores. */
const entryBytes = 600;

function bytesOf({ clause }: Remembered): number {
  if (clause === null) return entryBytes;
  // A list that was made of several terms is held by nobody else.
  const own = clause.lists.flat().filter(({ term }) => term < 0);
  const ownBytes = own.reduce((sum, { docs, impacts }) => sum + docs.byteLength + impacts.byteLength, 0);
  return entryBytes + clause.table.byteLength + ownBytes;
}

/** Terms hold no white space. */
const keyOf = ({ kind, terms, isStemmed, isJoined, gap = 0, weight }: Alternative, weightKind: WeightKind): string =>
  `${weightKind} ${kind} ${isStemmed === true} ${isJoined === true} ${gap} ${weight} ${terms.join(' ')}`;

/**
 * What alternatives of words were found to be, those used last. It holds for one set of field weights over the same segments, so whoever
 * has these has one.
 */
export class RememberedClauses {
  readonly #known = new LRUCache<string, Remembered>({ maxSize: rememberedClauseBytes, sizeCalculation: bytesOf });

  /** What it takes in memory. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** Prefixes are looked up each time: what is known of them gets better while it is prepared, and is remembered there. */
  of(alternative: Alternative, weightKind: WeightKind, lookUp: () => Clause | null): Clause | null {
    if (alternative.kind === 'prefix') return lookUp();
    const key = keyOf(alternative, weightKind);
    const known = this.#known.get(key);
    if (known !== undefined) return known.clause;
    const clause = lookUp();
    this.#known.set(key, { clause });
    return clause;
  }
}
