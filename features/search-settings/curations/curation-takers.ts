import type { TraceEntry } from '#engine/pipeline.ts';

export interface Taker {
  readonly source: 'curations' | 'fixits' | 'character-filters';
  readonly id: number;
  readonly name: string;
  /** What the query is by then, or where visitors are sent. */
  readonly query: string;
}

/** In the order in which they are blamed: the last word has another curation, the first one what rewrites characters. */
const takingSteps = [
  ['curations', 'curations'],
  ['fixit', 'fixits'],
  ['characters', 'character-filters'],
] as const;

/** The rule that takes a query from a curation, by what its search tells; null where the curation acts, or no rule is to blame. */
export function takenBy(trace: readonly TraceEntry[], id: number): Taker | null {
  for (const [step, source] of takingSteps) {
    const entry = trace.find((one) => one.step === step);
    const [row] = entry?.rows ?? [];
    if (!entry || !row) continue;
    if (source === 'curations' && row.id === id) return null;
    return { source, ...row, query: source === 'curations' ? entry.before : entry.after };
  }
  return null;
}
