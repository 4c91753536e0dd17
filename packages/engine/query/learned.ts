import { type Analyser, analyserOf } from './analysis/analyser.ts';
import { type Learning, learningFactors } from '#contract/values/learning.ts';
import { type Learned, type LearnedQuery, learnedWindowOf } from '#engine/plan.ts';
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
export const learnedKey = (language: string, query: string): string => keyOf(wordsOf(analyserOf(language), query));

/** A sign that no word of a query has. */
const categorySign = '> ';

export const categoryKey = (path: string): string => categorySign + path;

/** null for the key of a query. */
export const categoryOf = (key: string): string | null => (key.startsWith(categorySign) ? key.slice(categorySign.length) : null);

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

const leastCompleted = 2;

const stemsByBeginning = new WeakMap<LearnedTable, ReadonlyMap<string, readonly string[]>>();

function stemsBeginning(table: LearnedTable, text: string): readonly string[] {
  const known =
    stemsByBeginning.get(table) ??
    Map.groupBy(new Set([...table.queries.keys()].flatMap((key) => key.split(' '))), (stem) => stem.slice(0, leastCompleted));
  stemsByBeginning.set(table, known);
  return known.get(text.slice(0, leastCompleted))?.filter((stem) => stem.startsWith(text)) ?? [];
}

const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

/** With the last word completed to the learned query after which most was chosen, so that items don't move once it is whole. */
function completedWords(table: LearnedTable, words: readonly string[]): readonly string[] {
  const [others, last = ''] = [words.slice(0, -1), words.at(-1)];
  if (last.length < leastCompleted || table.queries.has(keyOf(words))) return words;
  let [completed, most] = [words, 0];
  for (const stem of stemsBeginning(table, last)) {
    const whole = [...others, stem];
    const chosen = table.queries.get(keyOf(whole))?.chosen.reduce((sum, count) => sum + count, 0) ?? 0;
    if (chosen > most) [completed, most] = [whole, chosen];
  }
  return completed;
}

interface AskedQuery {
  /** The category that is browsed. */
  readonly category?: string | undefined;
  readonly language: string;
  readonly query: string;
  readonly isTyping: boolean;
  readonly last: Learned['last'];
}

/** null if nothing is known that could change the order. */
export function learnedFor(
  table: LearnedTable,
  strength: LearnedStrength,
  { category, language, query, isTyping, last }: AskedQuery,
): Learned | null {
  const { queries, fields } = table;
  const most = learningFactors[strength];
  if (category !== undefined) {
    const browsed = queries.get(categoryKey(category));
    return browsed === undefined ? null : { most, query: browsed, fields: [], last };
  }
  const typed = wordsOf(analyserOf(language), query);
  const words = isTyping && !query.endsWith(' ') ? completedWords(table, typed) : typed;
  const known = queries.get(keyOf(words)) ?? null;
  const acting = fields
    .map(({ field, agreement, lifts }) => ({ field, agreement, lifts: words.flatMap((word) => lifts.get(word) ?? []) }))
    .filter(({ agreement, lifts }) => agreement !== 0 || lifts.length > 0);
  if (known === null && acting.length === 0) return null;
  return { most, query: known, fields: acting, last };
}

/** The hits of the window, in the order of their scores. */
export interface RankedHits<Value> {
  readonly scores: Float64Array;
  /** NaN if the query has none for the item. */
  readonly logs: Float64Array;
  /** By hit. */
  valuesOf(field: string): readonly (readonly Value[])[];
}

/** Turns scores into learned ones, in place. */
export function applyLearned<Value>({ most, fields, last }: Learned<Value>, { scores, logs, valuesOf }: RankedHits<Value>): void {
  const general = new Float64Array(scores.length);
  for (const { field, agreement, lifts } of fields) {
    const values = valuesOf(field);
    if (agreement !== 0) {
      const shares = agreementOf(values);
      for (let at = 0; at < general.length; at++) general[at]! += agreement * shares[at]!;
    }
    if (lifts.length > 0)
      for (let at = 0; at < general.length; at++) if (Number.isNaN(logs[at])) general[at]! += strongestLift(lifts, values[at]!);
  }
  const bound = Math.log(most);
  const lastValues = last && valuesOf(last.field);
  let leastBefore = Number.POSITIVE_INFINITY;
  for (let at = 0; at < scores.length; at++) {
    const log = Number.isNaN(logs[at]) ? general[at]! : logs[at]!;
    const score = scores[at]! * Math.exp(Math.min(bound, Math.max(-bound, log)));
    const isLast = lastValues !== null && lastValues[at]!.includes(last!.value);
    if (!isLast && score < leastBefore) leastBefore = score;
    scores[at] = isLast && leastBefore < score ? leastBefore : score;
  }
}

/** Places of the hits in the order of their learned scores; equal ones stay as they were. */
export function learnedOrder(scores: Float64Array): number[] {
  const order: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    let place = at;
    for (; place > 0 && scores[order[place - 1]!]! < scores[at]!; place--) order[place] = order[place - 1]!;
    order[place] = at;
  }
  return order;
}

/** Hits with their learned scores, in that order; those after the window stay. */
export function inLearnedOrder<Hit extends { readonly id: string; readonly score: number }>(
  learned: Learned,
  hits: readonly Hit[],
  valuesOf: (hit: Hit, field: string) => readonly unknown[],
): Hit[] {
  const window = hits.slice(0, learnedWindowOf(learned));
  const scores = Float64Array.from(window, ({ score }) => score);
  const logs = new Map(learned.query?.ids.map((id, at) => [id, learned.query!.logs[at]!]));
  applyLearned(learned, {
    scores,
    logs: Float64Array.from(window, ({ id }) => logs.get(id) ?? Number.NaN),
    valuesOf: (field) => window.map((hit) => valuesOf(hit, field)),
  });
  const ordered = learnedOrder(scores).map((at) => ({ ...window[at]!, score: scores[at]! }));
  return [...ordered, ...hits.slice(window.length)];
}

/**
 * How much the values of each hit agree with those of the first hits: their share among these (the mean of several values), minus the
 * mean of the first hits. 0 without a value.
 */
export function agreementOf(values: readonly (readonly unknown[])[]): number[] {
  const counts = new Map<unknown, number>();
  const top = Math.min(firstHits, values.length);
  for (let at = 0; at < top; at++) for (const value of values[at]!) counts.set(value, (counts.get(value) ?? 0) + 1 / top);
  const shares = values.map((own) => {
    let sum = 0;
    for (const value of own) sum += counts.get(value) ?? 0;
    return own.length === 0 ? Number.NaN : sum / own.length;
  });
  let [sum, known] = [0, 0];
  for (let at = 0; at < top; at++)
    if (!Number.isNaN(shares[at])) {
      sum += shares[at]!;
      known += 1;
    }
  return shares.map((share) => (Number.isNaN(share) ? 0 : share - (known === 0 ? 0 : sum / known)));
}

/** The lift furthest from 0, over all values and words. */
export function strongestLift<Value>(lifts: readonly ReadonlyMap<Value, number>[], values: readonly Value[]): number {
  let best = 0;
  for (const ofWord of lifts)
    for (const value of values) {
      const log = ofWord.get(value) ?? 0;
      if (Math.abs(log) > Math.abs(best)) best = log;
    }
  return best;
}
