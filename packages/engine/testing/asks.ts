import type { Plan } from '#engine/plan.ts';
import { type Explanation, type SearchEngine, type SimilarTerm, type TermCount, inSession } from '#engine/port.ts';

/** Asks of one search each. */
export const explain = (engine: SearchEngine, collection: string, plan: Plan, itemId: string): Promise<Explanation | null> =>
  inSession(engine, collection, (session) => session.explain(plan, itemId));

export const terms = (engine: SearchEngine, collection: string, prefix: string, limit: number): Promise<TermCount[]> =>
  inSession(engine, collection, (session) => session.terms(prefix, limit));

export const similarTerms = (
  engine: SearchEngine,
  collection: string,
  word: string,
  limit: number,
): Promise<readonly SimilarTerm[]> =>
  inSession(engine, collection, async (session) => (await session.similarTerms([word], limit))[0] ?? []);
