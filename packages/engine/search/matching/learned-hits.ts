import { type Learned, type LearnedQuery, learnedWindowOf } from '#engine/plan.ts';
import { applyLearned, learnedOrder } from '#engine/query/learned.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { Matches } from './ranking.ts';
import type { SearchedGeneration } from './searched-generation.ts';

type Lifts<Value> = ReadonlyMap<Value, number>;

/** A column changes when its dictionary does. */
const knownLifts = new WeakMap<GlobalColumn, WeakMap<Lifts<unknown>, Lifts<number>>>();

function liftsByOrdinal(column: GlobalColumn, lifts: Lifts<unknown>): Lifts<number> {
  const ofColumn = knownLifts.get(column) ?? new WeakMap<Lifts<unknown>, Lifts<number>>();
  knownLifts.set(column, ofColumn);
  const known =
    ofColumn.get(lifts) ?? new Map([...lifts].map(([value, log]) => [column.ordinalOf(value as string), log] as const));
  ofColumn.set(lifts, known);
  return known;
}

/** Without what the collection has no column for. */
function byOrdinal(generation: SearchedGeneration, { fields, last, ...others }: Learned): Learned<number> {
  const lastColumn = last && generation.column(last.field);
  return {
    ...others,
    fields: fields.flatMap(({ field, agreement, lifts }) => {
      const column = generation.column(field);
      return column === null ? [] : [{ field, agreement, lifts: lifts.map((one) => liftsByOrdinal(column, one)) }];
    }),
    last: lastColumn && { field: last!.field, value: lastColumn.ordinalOf(columnValueOf(last!.value)) },
  };
}

const columnValueOf = (value: unknown): string | number => (typeof value === 'boolean' ? Number(value) : (value as string));

function ordinalsOf(generation: SearchedGeneration, { index, ordinalsOf: toGlobalOf }: GlobalColumn, doc: number): number[] {
  const segment = generation.segmentOf(doc);
  const local = doc - generation.bases[segment]!;
  const { starts, ordinals } = generation.segments[segment]!.columns[index]!;
  const toGlobal = toGlobalOf[segment]!;
  if (starts === null) return ordinals[local] === 0 ? [] : [toGlobal[ordinals[local]! - 1]!];
  const found: number[] = [];
  for (let at = starts[local]!; at < starts[local + 1]!; at++) found.push(toGlobal[ordinals[at]!]!);
  return found;
}

/** By document; `docsOf` returns the same list until documents change. */
const knownLogs = new WeakMap<readonly number[], ReadonlyMap<number, number>>();

function logsByDoc({ store }: SearchedGeneration, { ids, logs }: LearnedQuery): ReadonlyMap<number, number> {
  const docs = store.docsOf(ids);
  let known = knownLogs.get(docs);
  if (known === undefined) knownLogs.set(docs, (known = new Map(docs.map((doc, pair) => [doc, logs[pair]!]))));
  return known;
}

/** Changes the scores of the window's matches and their order, in place. */
export function inLearnedOrder(
  generation: SearchedGeneration,
  learned: Learned,
  matches: Matches,
  scores: Int32Array | Float64Array,
  ranked: number[],
): void {
  const window = ranked.slice(0, learnedWindowOf(learned));
  const docs = window.map((match) => matches.docs[match]!);
  const logOf = learned.query === null ? null : logsByDoc(generation, learned.query);
  const [learnedOnes, logs] = [new Float64Array(window.length), new Float64Array(window.length)];
  for (let at = 0; at < window.length; at++) {
    learnedOnes[at] = scores[window[at]!]!;
    logs[at] = logOf?.get(docs[at]!) ?? Number.NaN;
  }
  applyLearned(byOrdinal(generation, learned), {
    scores: learnedOnes,
    logs,
    valuesOf(field) {
      const column = generation.column(field)!;
      return docs.map((doc) => ordinalsOf(generation, column, doc));
    },
  });
  const order = learnedOrder(learnedOnes);
  for (let place = 0; place < window.length; place++) {
    ranked[place] = window[order[place]!]!;
    scores[window[place]!] = learnedOnes[place]!;
  }
}
