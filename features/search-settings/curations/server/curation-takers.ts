import type { TraceEntry } from '#engine/pipeline.ts';

export interface Taker {
  readonly source: 'curations' | 'fixits' | 'character-filters';
  readonly id: number;
  readonly name: string;
  /** The query at that point, or the address that visitors are sent to. */
  readonly query: string;
}

/** In the order in which they are blamed: another curation first, then replacing terms, then the character filter. */
const takingSteps = [
  ['curations', 'curations'],
  ['fixit', 'fixits'],
  ['characters', 'character-filters'],
] as const;

/** The rule that keeps a curation from acting on a query, according to the trace; null if the curation acts, or no rule is to blame. */
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
