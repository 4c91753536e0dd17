import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import { type Collapsing, groupOf, type GroupOrder, sizeOf } from '#engine/search/matching/groups.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import type { Docs } from './candidates.ts';
import { bitmapBytes, columnNumbers, type KernelWork, tallyNumbers, wordsOf } from './work.ts';

interface InGroups {
  readonly items: number;
  readonly groups: number;
  readonly length: number;
}

export function canGroup(
  kernel: Kernel,
  work: KernelWork,
  order: GroupOrder,
  { segmentCount, valueCount, hasMissed }: { segmentCount: number; valueCount: number; hasMissed: boolean },
): boolean {
  const itemCount = order.items.length;
  const bytes = bitmapBytes(itemCount);
  return (
    [order.items, order.groups, order.placeOf].every((array) => kernel.addressOf(array) !== 0) &&
    work.places.reserve(bytes) &&
    work.groupItems.reserve(itemCount) &&
    work.groupNumbers.reserve(itemCount) &&
    work.tallies.reserve(tallyNumbers * (valueCount + 1)) &&
    work.columns.reserve(columnNumbers * segmentCount) &&
    (!hasMissed ||
      (work.missedPlaces.reserve(bytes) && work.missedItems.reserve(itemCount) && work.missedNumbers.reserve(itemCount)))
  );
}

export class KernelGroups implements Collapsing {
  readonly groupCount: number;
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  readonly #generation: SearchedGeneration;
  readonly #order: GroupOrder;
  readonly #all: InGroups;

  constructor(kernel: Kernel, work: KernelWork, generation: SearchedGeneration, order: GroupOrder, docs: readonly Docs[]) {
    this.#kernel = kernel;
    this.#work = work;
    this.#generation = generation;
    this.#order = order;
    kernel.code.fill(work.places.at, this.#bitmapBytes);
    for (const [segment, ofSegment] of docs.entries()) this.#addPlaces(segment, ofSegment, work.places.at);
    this.#all = this.#expand(work.places.at, work.groupItems.at, work.groupNumbers.at);
    this.groupCount = work.answer.array[0]!;
  }

  get #bitmapBytes(): number {
    return bitmapBytes(this.#order.items.length);
  }

  groupOf(doc: number): number {
    return groupOf(this.#order, doc);
  }

  sizeOf(doc: number): number {
    const { array } = this.#work.places;
    return sizeOf(this.#order, doc, (place) => ((array[place >> 3]! >> (place & 7)) & 1) === 1);
  }

  tally(column: GlobalColumn, missed: ((segment: number) => Docs) | null): number {
    const { code } = this.#kernel;
    const { columns, tallies, counts, counted } = this.#work;
    this.#describe(column);
    const { items, groups, length } = missed === null ? this.#all : this.#withMissed(missed);
    return code.tallyGroups(items, groups, length, columns.at, tallies.at, counts.at, counted.at);
  }

  #withMissed(missed: (segment: number) => Docs): InGroups {
    const { places, missedPlaces, missedItems, missedNumbers } = this.#work;
    this.#kernel.code.copy(places.at, this.#bitmapBytes, missedPlaces.at);
    for (const segment of this.#generation.segments.keys()) this.#addPlaces(segment, missed(segment), missedPlaces.at);
    return this.#expand(missedPlaces.at, missedItems.at, missedNumbers.at);
  }

  #addPlaces(segment: number, { at, length }: Docs, into: number): void {
    const placeOf =
      this.#kernel.addressOf(this.#order.placeOf) + this.#generation.bases[segment]! * Uint32Array.BYTES_PER_ELEMENT;
    this.#kernel.code.addPlaces(at, length, placeOf, into);
  }

  #expand(places: number, items: number, groups: number): InGroups {
    const order = this.#order;
    const [itemsAt, groupsAt] = [this.#kernel.addressOf(order.items), this.#kernel.addressOf(order.groups)];
    const words = wordsOf(order.items.length);
    const length = this.#kernel.code.expandPlaces(places, words, itemsAt, groupsAt, items, groups, this.#work.answer.at);
    return { items, groups, length };
  }

  #describe(column: GlobalColumn): void {
    for (const [index, { columns }] of this.#generation.segments.entries()) {
      const { starts, ordinals } = columns[column.index]!;
      const addresses = [ordinals, starts ?? none, column.ordinalsOf[index]!].map((array) => this.#kernel.addressOf(array));
      this.#work.columns.array.set([...addresses, Number(ordinals instanceof Uint16Array)], index * columnNumbers);
    }
  }
}

const none = new Uint32Array();
