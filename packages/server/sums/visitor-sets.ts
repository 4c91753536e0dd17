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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Of letters of base64url, by their codes, what they stand for; of others -1. */
const digits = Int8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)));

/** A visitor's hash as a number; whatever else stands there is hashed first. */
export function visitorNumber(visitor: string): number {
  let number = 0;
  for (let at = 0; at < numberLetters && visitor.length === hashLetters; at += 1) {
    const digit = digits[visitor.charCodeAt(at)] ?? -1;
    if (digit < 0) break;
    number = number * alphabet.length + digit;
    if (at === numberLetters - 1) return number;
  }
  return createHash('sha256').update(visitor).digest().readUIntBE(0, 6);
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

/** Visitors, ascending and once each, and which of them found nothing. */
export type VisitorSet = Pick<VisitorTable, 'visitors' | 'unfound'>;

export function visitorsOf(table: VisitorTable, number: number): VisitorSet {
  const [from, until] = [placeOf(table, number), placeOf(table, number + 1)];
  return { visitors: table.visitors.subarray(from, until), unfound: table.unfound.subarray(from, until) };
}

/** A set of marked visitors, in any order and more than once. */
export function visitorSet(marks: Float64Array): VisitorSet {
  const [visitors, unfound] = [new Float64Array(marks.length), new Uint8Array(marks.length)];
  let count = 0;
  for (const mark of marks.sort()) {
    const visitor = Math.floor(mark / 2);
    if (count === 0 || visitors[count - 1] !== visitor) visitors[count++] = visitor;
    unfound[count - 1]! |= mark % 2;
  }
  const kept = Math.min(count, keptVisitors);
  return { visitors: visitors.subarray(0, kept), unfound: unfound.subarray(0, kept) };
}

/** Both sets together: those with the smallest hashes, where there are very many. */
function union(one: VisitorSet, other: VisitorSet): VisitorSet {
  const [first, second] = [one.visitors, other.visitors];
  const most = Math.min(keptVisitors, first.length + second.length);
  const [visitors, unfound] = [new Float64Array(most), new Uint8Array(most)];
  let [at, there, count] = [0, 0, 0];
  for (; count < most && (at < first.length || there < second.length); count += 1) {
    const isFirst = there === second.length || (at < first.length && first[at]! <= second[there]!);
    const visitor = isFirst ? first[at]! : second[there]!;
    visitors[count] = visitor;
    if (isFirst) unfound[count] = one.unfound[at++]!;
    if (second[there] === visitor) unfound[count]! |= other.unfound[there++]!;
  }
  return { visitors: visitors.subarray(0, count), unfound: unfound.subarray(0, count) };
}

/** All sets together; two and two, so that none is gone through often, and the greatest one last. */
export function unionOf(sets: readonly VisitorSet[]): VisitorSet {
  // Hashes above the last one of a set that is full are in no sample of all together.
  const most = sets.reduce(
    (least, { visitors }) => (visitors.length < keptVisitors ? least : Math.min(least, visitors[visitors.length - 1]!)),
    Infinity,
  );
  const cut = most === Infinity ? sets : sets.map((set) => upTo(set, most));
  const [greatest, ...others] = cut.toSorted((a, b) => b.visitors.length - a.visitors.length);
  if (greatest === undefined) return { visitors: none, unfound: none };
  let left = others;
  while (left.length > 1)
    left = Array.from({ length: Math.ceil(left.length / 2) }, (_, pair) => {
      const [one, other] = [left[2 * pair]!, left[2 * pair + 1]];
      return other === undefined ? one : union(one, other);
    });
  return left[0] === undefined ? greatest : union(greatest, left[0]);
}

function upTo({ visitors, unfound }: VisitorSet, most: number): VisitorSet {
  const until = placeOf({ numbers: visitors }, most + 1);
  return { visitors: visitors.subarray(0, until), unfound: unfound.subarray(0, until) };
}

/** How many different visitors there are in sets that were kept; of those alone who found nothing, where that is asked. */
export function countVisitors(sets: readonly VisitorSet[], onlyUnfound: boolean): VisitorCount {
  const { visitors, unfound } = unionOf(sets);
  const isEstimated = visitors.length >= keptVisitors;
  const last = visitors[visitors.length - 1] ?? 0;
  const share = isEstimated ? (last + 1) / hashRange : 1;
  // The last one is at the border of the sample, not in it.
  const sample = isEstimated ? visitors.length - 1 : visitors.length;
  let count = sample;
  if (onlyUnfound) {
    count = 0;
    for (let at = 0; at < sample; at += 1) count += unfound[at]!;
  }
  return { count: Math.round(count / share), isEstimated };
}
