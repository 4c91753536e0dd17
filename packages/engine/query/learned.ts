import { type Analyser, analyserOf } from './analysis/analyser.ts';
import { type Learning, learningFactors } from '#contract/values/learning.ts';
import { type Learned, type LearnedQuery, learnedWindow } from '#engine/plan.ts';
import type { CollectionLayout } from '#engine/port.ts';

/** Factors learned from visitors' choices, as logarithms: docs/search-quality.md has the method. */

export type LearnedStrength = Exclude<Learning, 'off'>;

/** The share of a value is taken over so many of the first hits. */
const firstHits = 10;

export interface LearnedField {
  readonly field: string;
  /** How much more an item is chosen whose values the first hits have, too. */
  readonly agreement: number;
  /** By stem of a query word, then by value. */
  readonly lifts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** One table of a collection. Immutable. */
export interface LearnedTable {
  /** By `learnedKey`. */
  readonly queries: ReadonlyMap<string, LearnedQuery>;
  readonly fields: readonly LearnedField[];
}

const wordsOf = ({ tokens, stem }: Analyser, query: string): string[] => [...new Set(tokens(query).map((word) => stem(word)))];

/** The same for all inflections and orders of the words. */
export const learnedKey = (language: string, query: string): string => wordsOf(analyserOf(language), query).toSorted().join(' ');

export interface LearnableField {
  readonly name: string;
  /** First hits of one brand are no reason for others of it. */
  readonly agrees: boolean;
}

/** The columns whose values are learned: categories and brands. */
export const learnableFields = ({ fields }: CollectionLayout): LearnableField[] =>
  [
    { pattern: categoryName, agrees: true },
    { pattern: brandName, agrees: false },
  ].flatMap(({ pattern, agrees }) => {
    const found = fields.find(({ name, facet }) => facet && pattern.test(name));
    return found === undefined ? [] : [{ name: found.name, agrees }];
  });

const categoryName = /^(?:.*_)?(?:product_type|category|categories|category_?text|kategorie|kategoria|department)$/i;
const brandName = /^(?:brand|manufacturer|vendor|supplier|znacka|vyrobce|marke|hersteller|marca|marque)(?:_name)?$/i;

function strongest(lifts: LearnedField['lifts'], words: readonly string[]): ReadonlyMap<string, number> | null {
  const found = words.flatMap((word) => lifts.get(word) ?? []);
  if (found.length < 2) return found[0] ?? null;
  const best = new Map<string, number>();
  for (const [value, log] of found.flatMap((one) => [...one]))
    if (Math.abs(log) > Math.abs(best.get(value) ?? 0)) best.set(value, log);
  return best;
}

/** null if nothing is known that could change the order. */
export function learnedFor(
  { queries, fields }: LearnedTable,
  strength: LearnedStrength,
  { language, query, last }: { readonly language: string; readonly query: string; readonly last: Learned['last'] },
): Learned | null {
  const words = wordsOf(analyserOf(language), query);
  const known = queries.get(words.toSorted().join(' ')) ?? null;
  const acting = fields
    .map(({ field, agreement, lifts }) => ({ field, agreement, lifts: strongest(lifts, words) }))
    .filter(({ agreement, lifts }) => agreement !== 0 || lifts !== null);
  if (known === null && acting.length === 0) return null;
  return { most: learningFactors[strength], query: known, fields: acting, last };
}

/** Hits in the order of their scores. */
export interface RankedHits {
  readonly length: number;
  scoreOf(at: number): number;
  valuesOf(at: number, field: string): readonly unknown[];
  /** Undefined if the query has none for the item. */
  logOf(at: number): number | undefined;
}

/** Learned scores of the hits of the window. */
export function learnedScores({ most, fields, last }: Learned, hits: RankedHits): Float64Array {
  const logs = new Float64Array(hits.length);
  for (const { field, agreement, lifts } of fields) {
    const values = Array.from(logs, (_, at) => hits.valuesOf(at, field));
    if (agreement !== 0) addAgreement(logs, agreement, values);
    if (lifts !== null) for (const [at, own] of values.entries()) logs[at]! += strongestLift(lifts, own);
  }
  const bound = Math.log(most);
  let leastBefore = Number.POSITIVE_INFINITY;
  return logs.map((general, at) => {
    const log = hits.logOf(at) ?? general;
    const score = hits.scoreOf(at) * Math.exp(Math.min(bound, Math.max(-bound, log)));
    const isLast = last !== null && hits.valuesOf(at, last.field).includes(last.value);
    if (!isLast) leastBefore = Math.min(leastBefore, score);
    return isLast ? Math.min(score, leastBefore) : score;
  });
}

/** Places of the hits in the order of their learned scores; equal ones stay as they were. */
export const learnedOrder = (scores: Float64Array): number[] =>
  [...scores.keys()].sort((one, other) => scores[other]! - scores[one]! || one - other);

/** Hits with their learned scores, in that order; those after the window stay. */
export function inLearnedOrder<Hit extends { readonly id: string; readonly score: number }>(
  learned: Learned,
  hits: readonly Hit[],
  valuesOf: (hit: Hit, field: string) => readonly unknown[],
): Hit[] {
  const window = hits.slice(0, learnedWindow);
  const logs = new Map(learned.query?.ids.map((id, at) => [id, learned.query!.logs[at]!]));
  const scores = learnedScores(learned, {
    length: window.length,
    scoreOf: (at) => window[at]!.score,
    logOf: (at) => logs.get(window[at]!.id),
    valuesOf: (at, field) => valuesOf(window[at]!, field),
  });
  const ordered = learnedOrder(scores).map((at) => ({ ...window[at]!, score: scores[at]! }));
  return [...ordered, ...hits.slice(learnedWindow)];
}

/** Shares of the values among the first hits, by hit: the mean over its values, or over the first hits if it has none. */
export function agreementOf(values: readonly (readonly unknown[])[], first: number = firstHits): number[] {
  const counts = new Map<unknown, number>();
  const top = Math.min(first, values.length);
  for (const own of values.slice(0, top)) for (const value of own) counts.set(value, (counts.get(value) ?? 0) + 1 / top);
  const meanOf = (own: readonly unknown[]): number | null =>
    own.length === 0 ? null : own.reduce<number>((sum, value) => sum + (counts.get(value) ?? 0), 0) / own.length;
  const means = values.map(meanOf);
  const known = means.slice(0, top).filter((mean) => mean !== null);
  const usual = known.length === 0 ? 0 : known.reduce((sum, mean) => sum + mean, 0) / known.length;
  return means.map((mean) => (mean === null ? 0 : mean - usual));
}

function addAgreement(logs: Float64Array, weight: number, values: readonly (readonly unknown[])[]): void {
  for (const [at, share] of agreementOf(values).entries()) logs[at]! += weight * share;
}

export function strongestLift(lifts: ReadonlyMap<unknown, number>, values: readonly unknown[]): number {
  let best = 0;
  for (const value of values) {
    const log = lifts.get(value) ?? 0;
    if (Math.abs(log) > Math.abs(best)) best = log;
  }
  return best;
}
