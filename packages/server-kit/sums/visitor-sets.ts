import { createHash } from 'node:crypto';
import { type Column, packColumns, unpackColumns } from './columns.ts';
import { placeOf } from './sum-table.ts';

/** Sets up to this size are counted exactly; of greater ones so many are kept, which tell their size to about 1 %. */
export const keptVisitors = 16_384;
/** Hashes are whole numbers below this. */
const hashRange = 2 ** 48;
/** As `sealing.hash` has them; of these letters the first ones are enough. */
const hashLetters = 16;
const numberLetters = 8;

/** A visitor's hash as a number; whatever else stands there is hashed first. */
export function visitorNumber(visitor: string): number {
  if (visitor.length !== hashLetters) return createHash('sha256').update(visitor).digest().readUIntBE(0, 6);
  return Buffer.from(visitor.slice(0, numberLetters), 'base64url').readUIntBE(0, 6);
}

/** Which visitors searched for which terms, by the numbers of both. */
export interface VisitorTable {
  /** Ascending; each as often as it has visitors. */
  readonly numbers: Column;
  /** Of each number, ascending. */
  readonly visitors: Column;
  /** 1 for a visitor who found nothing. */
  readonly unfound: Column;
}

/** The visitors of each number, in any order and more than once, as `marked` has them. */
export type MarkedVisitors = Map<number, number[]>;

/** A visitor, and whether they found nothing, as one number that sorts by the visitor. */
export const marked = (visitor: number, isUnfound: boolean): number => visitor * 2 + (isUnfound ? 1 : 0);

export function addMarked(to: MarkedVisitors, number: number, mark: number): void {
  const known = to.get(number);
  if (known) known.push(mark);
  else to.set(number, [mark]);
}

export const packVisitors = ({ numbers, visitors, unfound }: VisitorTable): string => packColumns([numbers, visitors, unfound]);

const none = new Uint8Array();

export function unpackVisitors(text: string): VisitorTable {
  const [numbers = none, visitors = none, unfound = none] = unpackColumns(text);
  return { numbers, visitors, unfound };
}

/** Each visitor of a number once; of numbers with very many, those with the smallest hashes, which are a fair sample. */
export async function mergeVisitors(all: MarkedVisitors, breathe: () => Promise<void>): Promise<VisitorTable> {
  const [numbers, visitors, unfound]: [number[], number[], number[]] = [[], [], []];
  for (const number of [...all.keys()].toSorted((a, b) => a - b)) {
    const first = numbers.length;
    for (const mark of Float64Array.from(all.get(number)!).sort()) {
      const visitor = Math.floor(mark / 2);
      const last = numbers.length - 1;
      if (last >= first && visitors[last] === visitor) unfound[last] = (mark % 2) | unfound[last]!;
      else if (numbers.length - first < keptVisitors) {
        numbers.push(number);
        visitors.push(visitor);
        unfound.push(mark % 2);
      } else break;
    }
    await breathe();
  }
  return { numbers: Float64Array.from(numbers), visitors: Float64Array.from(visitors), unfound: Uint8Array.from(unfound) };
}

export interface VisitorCount {
  readonly count: number;
  /** It is so only to about 1 %. */
  readonly isEstimated: boolean;
}

type VisitorSet = Pick<VisitorTable, 'visitors' | 'unfound'>;

/** Visitors of a number in a table. */
export function visitorsOf(table: VisitorTable, number: number): VisitorSet {
  const [from, until] = [placeOf(table, number), placeOf(table, number + 1)];
  return { visitors: table.visitors.subarray(from, until), unfound: table.unfound.subarray(from, until) };
}

/** Hashes above this are in no sample of all sets together: one set alone has as many below as are kept. */
const sampledUpTo = (sets: readonly VisitorSet[]): number =>
  sets.reduce(
    (least, { visitors }) => (visitors.length < keptVisitors ? least : Math.min(least, visitors[visitors.length - 1]!)),
    Infinity,
  );

/** All hashes of sets up to one, ascending. */
function hashesUpTo(sets: readonly VisitorSet[], most: number): Float64Array {
  const all = new Float64Array(sets.reduce((sum, { visitors }) => sum + visitors.length, 0));
  let length = 0;
  for (const { visitors } of sets)
    for (let at = 0; at < visitors.length; at += 1) if (visitors[at]! <= most) all[length++] = visitors[at]!;
  return all.subarray(0, length).sort();
}

/** How many different visitors there are in sets that `mergeVisitors` has kept; of those alone who found nothing, where that is asked. */
export function countVisitors(sets: readonly VisitorSet[], onlyUnfound: boolean): VisitorCount {
  const hashes = hashesUpTo(sets, sampledUpTo(sets));
  let [count, at] = [0, 0];
  for (; at < hashes.length && count < keptVisitors; at += 1) if (at === 0 || hashes[at] !== hashes[at - 1]) count += 1;
  const isEstimated = count >= keptVisitors;
  const last = hashes[at - 1] ?? 0;
  const share = isEstimated ? (last + 1) / hashRange : 1;
  if (!onlyUnfound) return { count: Math.round((isEstimated ? count - 1 : count) / share), isEstimated };
  const unfound = new Set<number>();
  for (const set of sets)
    for (let place = 0; place < set.visitors.length; place += 1)
      if (set.unfound[place] === 1 && (!isEstimated || set.visitors[place]! < last)) unfound.add(set.visitors[place]!);
  return { count: Math.round(unfound.size / share), isEstimated };
}
