import type { LearnedQuery } from '#engine/plan.ts';
import { agreementOf, categoryOf, type LearnableField, type LearnedTable, strongestLift } from '#engine/query/learned.ts';
import { attentionOf } from './attention.ts';
import { type Breathe, cellNumbers, choicesOf, type Counted, type LookCounts, noPause, type QueryCounts } from './look-counts.ts';
import { type Evidence, type Preference, preferencesOf } from './preferences.ts';

/** In a table. */
const mostLearnedPairs = 100_000;
/** Queries with the most choices, from which others learn. */
const mostFittedQueries = 2_000;
/** Looks that the shop's usual rate counts for in a query's. */
const usualLooks = 20;
/** Standard errors that a pair has to differ by: smaller differences are chance. */
const leastDeviations = 1;
/** Smaller ones would only reorder equal hits. */
const leastLog = 0.05;
/** Real shops' visitors differ more. */
const leastPriorChoices = 0.5;

export interface Learning {
  readonly table: LearnedTable;
  /** Share of visitors who look at a place, relative to the first one. */
  readonly attention: readonly number[];
}

interface Observed extends Evidence {
  readonly query: string;
}

/** `valuesOf` returns the values of an item, by field; null for an item that is gone. People look at categories in their own way. */
export async function learn(
  { queries, dispersion }: LookCounts,
  fields: readonly LearnableField[],
  valuesOf: (id: string) => readonly (readonly unknown[])[] | null,
  breathe: Breathe = noPause,
): Promise<Learning> {
  const part = (isOfCategories: boolean): Counted => ({
    dispersion,
    queries: new Map(queries.entries().filter(([key]) => (categoryOf(key) !== null) === isOfCategories)),
  });
  const ofQueries = await learnPart(part(false), fields, valuesOf, breathe);
  const ofCategories = await learnPart(part(true), [], (id) => valuesOf(id) && [], breathe);
  const learned = new Map([...ofQueries.table.queries, ...ofCategories.table.queries]);
  return { ...ofQueries, table: { ...ofQueries.table, queries: learned } };
}

async function learnPart(
  counts: Counted,
  fields: readonly LearnableField[],
  valuesOf: (id: string) => readonly (readonly unknown[])[] | null,
  breathe: Breathe,
): Promise<Learning> {
  const attention = attentionOf(counts);
  const byChoices = [...counts.queries]
    .map(([query, one]) => ({ query, one, choices: choicesOf(one) }))
    .filter(({ choices }) => choices > 0)
    .toSorted((one, other) => other.choices - one.choices || (one.query < other.query ? -1 : 1));
  const usual = usualRate(byChoices, attention);
  const evidence: Observed[] = [];
  for (const { query, one } of byChoices) {
    evidence.push(observed(query, one, { attention, usual, dispersion: counts.dispersion }, fields.length, valuesOf));
    await breathe();
  }
  const preferences = await preferencesOf(evidence.slice(0, mostFittedQueries), fields, breathe);
  const prior = priorOf(evidence);
  const queries = new Map<string, LearnedQuery>();
  let pairCount = 0;
  for (const one of evidence) {
    if (prior === null || pairCount >= mostLearnedPairs) break;
    const learned = learnedPairs(one, prior, preferences, counts.dispersion);
    await breathe();
    if (learned.ids.length === 0) continue;
    queries.set(one.query, learned);
    pairCount += learned.ids.length;
  }
  const known = fields.map(({ name }, at) => ({ field: name, ...preferences[at]! }));
  const acting = known.filter(({ agreement, lifts }) => agreement !== 0 || lifts.size > 0);
  return { table: { queries, fields: acting }, attention: [...attention] };
}

interface Rates {
  readonly attention: Float64Array;
  /** Choices per look at a place that everybody looks at. */
  readonly usual: number;
  readonly dispersion: number;
}

function seenAndChosen(pair: readonly number[], attention: Float64Array) {
  let [seen, chosen, places, looks] = [0, 0, 0, 0];
  for (let at = 0; at < pair.length; at += cellNumbers) {
    seen += pair[at + 1]! * attention[pair[at]!]!;
    chosen += pair[at + 2]!;
    places += pair[at + 1]! * pair[at]!;
    looks += pair[at + 1]!;
  }
  return { seen, chosen, place: places / looks };
}

function usualRate(queries: readonly { readonly one: QueryCounts }[], attention: Float64Array): number {
  let [seen, chosen] = [0, 0];
  for (const { one } of queries)
    for (const pair of one.pairs.values()) {
      const counted = seenAndChosen(pair, attention);
      seen += counted.seen;
      chosen += counted.chosen;
    }
  return seen > 0 ? chosen / seen : 0;
}

function observed(
  query: string,
  { pairs }: QueryCounts,
  { attention, usual, dispersion }: Rates,
  fieldCount: number,
  valuesOf: Parameters<typeof learn>[2],
): Observed {
  const counted = [...pairs]
    .flatMap(([id, pair]) => {
      const values = valuesOf(id);
      return values === null ? [] : [{ id, values, ...seenAndChosen(pair, attention) }];
    })
    .toSorted((one, other) => one.place - other.place);
  const seen = counted.reduce((sum, one) => sum + one.seen, 0);
  const chosen = counted.reduce((sum, one) => sum + one.chosen, 0);
  const rate = (chosen + usualLooks * usual) / (seen + usualLooks);
  return {
    query,
    words: query.split(' '),
    ids: counted.map(({ id }) => id),
    choices: counted.map((one) => one.chosen / dispersion),
    expected: counted.map((one) => (one.seen * rate) / dispersion),
    values: Array.from({ length: fieldCount }, (_, field) => counted.map(({ values }) => values[field]!)),
  };
}

/**
 * Expected choices that a pair needs to halve its distance from what is expected: empirical Bayes by moments of a gamma-Poisson model.
 * null if pairs differ no more than by chance, so that nothing is learned from clicks at random.
 */
function priorOf(evidence: Iterable<Evidence>): number | null {
  let [squares, excess] = [0, 0];
  for (const { choices, expected } of evidence)
    for (const [at, usual] of expected.entries()) {
      squares += usual ** 2;
      excess += (choices[at]! - usual) ** 2 - usual;
    }
  return excess > 0 ? Math.max(leastPriorChoices, squares / excess) : null;
}

function learnedPairs(
  { words, ids, choices, expected, values }: Observed,
  prior: number,
  preferences: readonly Preference[],
  dispersion: number,
): LearnedQuery {
  const general = ids.map(() => 0);
  for (const [field, { agreement, lifts }] of preferences.entries()) {
    for (const [at, share] of agreementOf(values[field]!).entries()) general[at]! += agreement * share;
    const ofWords = words.flatMap((word) => lifts.get(word) ?? []);
    for (const [at, own] of values[field]!.entries()) general[at]! += strongestLift<unknown>(ofWords, own);
  }
  const all = expected.reduce((sum, one) => sum + one, 0);
  const scale = all > 0 ? expected.reduce((sum, one, at) => sum + one * Math.exp(general[at]!), 0) / all : 1;
  const found = ids.flatMap((id, at) => {
    const usual = (expected[at]! * Math.exp(general[at]!)) / scale;
    const log = Math.log((choices[at]! + prior) / (usual + prior));
    const error = 1 / Math.sqrt(Math.min(choices[at]!, usual) + prior);
    const beyond = Math.sign(log) * Math.max(0, Math.abs(log) - leastDeviations * error);
    if (Math.abs(beyond) < leastLog) return [];
    return [{ id, log: general[at]! + beyond, chosen: Math.round(choices[at]! * dispersion) }];
  });
  return {
    ids: found.map(({ id }) => id),
    logs: found.map(({ log }) => Math.round(log * 1_000) / 1_000),
    chosen: found.map(({ chosen }) => chosen),
  };
}
