import { LRUCache } from 'lru-cache';
import { maxCachedWeightings, maxKnownSimilar } from '#engine/index/limits.ts';
import type { Plan } from '#engine/plan.ts';
import type { SimilarTerm, TermCount } from '#engine/port.ts';
import type { FieldWeights, WeightKind } from '#engine/search/scoring/weighting.ts';
import type { Clause } from './clauses.ts';

/** Caches for one list of fields. Full maps are cleared, which is cheaper than LRU bookkeeping. */
export interface KnownWords {
  readonly lasting: Map<string, Clause | null>;
  readonly latest: Map<string, Clause | null>;
  readonly weights: Map<WeightKind, FieldWeights>;
  readonly completions: Map<string, readonly TermCount[]>;
}

/** Caches of looked-up words; replaced whenever the generation changes. */
export class WordMemory {
  readonly similar = new LRUCache<string, readonly SimilarTerm[]>({ max: maxKnownSimilar });
  readonly compounds = new LRUCache<string, readonly string[]>({ max: maxKnownSimilar });
  /** Fields are the same list in a whole release. */
  readonly #byFields = new LRUCache<Plan['fields'], KnownWords>({ max: maxCachedWeightings });

  by(fields: Plan['fields']): KnownWords {
    const known = this.#byFields.get(fields);
    if (known !== undefined) return known;
    const begun = {
      lasting: new Map(),
      latest: new Map(),
      weights: new Map(),
      completions: new Map(),
    };
    this.#byFields.set(fields, begun);
    return begun;
  }
}
