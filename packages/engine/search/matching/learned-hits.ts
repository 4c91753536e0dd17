import { type Learned, type LearnedQuery, learnedWindow } from '#engine/plan.ts';
import { learnedOrder, learnedScores } from '#engine/query/learned.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { Matches } from './ranking.ts';
import type { SearchedGeneration } from './searched-generation.ts';

/** By the ranks of a generation, which change with its items. */
const knownLogs = new WeakMap<Float64Array, WeakMap<LearnedQuery, ReadonlyMap<number, number>>>();

function logsByDoc({ ranks, store }: SearchedGeneration, query: LearnedQuery): ReadonlyMap<number, number> {
  const known = knownLogs.get(ranks) ?? new WeakMap<LearnedQuery, ReadonlyMap<number, number>>();
  knownLogs.set(ranks, known);
  let logs = known.get(query);
  if (logs === undefined) known.set(query, (logs = new Map(query.ids.map((id, at) => [store.docOf(id), query.logs[at]!]))));
  return logs;
}

function columnValues({ segments }: SearchedGeneration, column: GlobalColumn, segment: number, local: number): unknown[] {
  const { starts, ordinals } = segments[segment]!.columns[column.index]!;
  const toGlobal = column.ordinalsOf[segment]!;
  if (starts === null) return ordinals[local] === 0 ? [] : [column.value(toGlobal[ordinals[local]! - 1]!)];
  const values: unknown[] = [];
  for (let at = starts[local]!; at < starts[local + 1]!; at++) values.push(column.value(toGlobal[ordinals[at]!]!));
  return values;
}

/** Changes the scores of the window's matches and their order, in place. */
export function inLearnedOrder(
  generation: SearchedGeneration,
  learned: Learned,
  { docs }: Matches,
  scores: Int32Array | Float64Array,
  ranked: number[],
): void {
  const window = ranked.slice(0, learnedWindow);
  const logs = learned.query && logsByDoc(generation, learned.query);
  const places = window.map((match) => {
    const doc = docs[match]!;
    const segment = generation.segmentOf(doc);
    return { segment, local: doc - generation.bases[segment]! };
  });
  const learnedOnes = learnedScores(learned, {
    length: window.length,
    scoreOf: (at) => scores[window[at]!]!,
    logOf: (at) => logs?.get(docs[window[at]!]!),
    valuesOf(at, field) {
      const column = generation.column(field);
      return column === null ? [] : columnValues(generation, column, places[at]!.segment, places[at]!.local);
    },
  });
  for (const [place, at] of learnedOrder(learnedOnes).entries()) ranked[place] = window[at]!;
  for (const [at, match] of window.entries()) scores[match] = learnedOnes[at]!;
}
