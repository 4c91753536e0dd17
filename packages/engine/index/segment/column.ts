import type { ColumnValue } from '#engine/query/analysis/column-values.ts';
import type { ColumnMeta } from './column-builder.ts';
import { ColumnDictionary } from './column-dictionary.ts';
import type { Room } from './room.ts';
import { GrowableUint32 } from './growable.ts';
import type { SegmentMeta } from './segment-builder.ts';
import type { SegmentFile } from './segment-file.ts';
import { TextList } from './text-list.ts';

export type Ordinals = Uint16Array | Uint32Array;

const maxNarrowCount = 65_536;
const ordinalCount = ({ valueCount, isMultiple }: ColumnMeta): number => valueCount + (isMultiple ? 0 : 1);

export interface NewValues {
  /** Numbers within the segment. */
  readonly docs: readonly number[];
  /** By place in `docs`. */
  readonly values: readonly (readonly ColumnValue[])[];
}

export class Column {
  readonly meta: ColumnMeta;
  /** Only where items have several values: the start of each item's ordinals. */
  readonly starts: Uint32Array | null;
  /** With `starts` the ordinals themselves; without, ordinal + 1 per item and 0 for none. */
  readonly ordinals: Ordinals;
  /** What it takes beside the bytes of its segment. */
  readonly ownBytes: number;
  readonly room: Room;
  readonly #dictionary: ColumnDictionary;

  constructor(
    meta: ColumnMeta,
    starts: Uint32Array | null,
    ordinals: Ordinals,
    dictionary: ColumnDictionary,
    room: Room,
    isPatched: boolean,
  ) {
    this.meta = meta;
    this.room = room;
    this.ownBytes = isPatched ? ordinals.byteLength + (starts?.byteLength ?? 0) : 0;
    this.starts = starts;
    this.ordinals = ordinals;
    this.#dictionary = dictionary;
  }

  static read(file: SegmentFile<SegmentMeta>, index: number, meta: ColumnMeta, room: Room): Column {
    const prefix = `column.${index}`;
    const isNarrow = ordinalCount(meta) <= maxNarrowCount;
    const values =
      meta.kind === 'text'
        ? new TextList(file.bytesOf(`${prefix}.texts`), file.uint32(`${prefix}.offsets`))
        : file.float64(`${prefix}.values`);
    return new Column(
      meta,
      meta.isMultiple ? file.uint32(`${prefix}.starts`) : null,
      isNarrow ? file.uint16(`${prefix}.ordinals`) : file.uint32(`${prefix}.ordinals`),
      new ColumnDictionary(values),
      room,
      false,
    );
  }

  value(ordinal: number): ColumnValue {
    return this.#dictionary.at(ordinal);
  }

  /** By ordinal: 1 for the values that are asked for, 0 for others. */
  among(values: Iterable<ColumnValue>): Uint8Array {
    return this.#dictionary.among(values);
  }

  /** By ordinal: 1 for the values from `from` to `to`, both included, 0 for others. Texts count as the numbers that they say. */
  between(from: number, to: number): Uint8Array {
    return this.#dictionary.between(from, to);
  }

  /** The column with other values of some items. Ordinals keep their meaning; values that are new to it come after the others. */
  patched({ docs, values }: NewValues): Column {
    const ordinals = values.map((own) => own.map((value) => this.#dictionary.add(value)));
    const isMultiple = this.starts !== null || values.some(({ length }) => length > 1);
    const meta = { ...this.meta, valueCount: this.#dictionary.length, isMultiple };
    if (isMultiple) {
      const lists = this.#lists(new Map(docs.map((doc, at) => [doc, ordinals[at]!])));
      return new Column(meta, lists.starts, this.#copied(meta, lists.ordinals), this.#dictionary, this.room, true);
    }
    const singles = this.#copied(meta, this.ordinals);
    for (const [at, doc] of docs.entries()) singles[doc] = (ordinals[at]![0] ?? -1) + 1;
    return new Column(meta, null, singles, this.#dictionary, this.room, true);
  }

  #copied(meta: ColumnMeta, ordinals: Ordinals): Ordinals {
    const isNarrow = ordinalCount(meta) <= maxNarrowCount;
    const copy = isNarrow ? this.room.uint16(ordinals.length) : this.room.uint32(ordinals.length);
    copy.set(ordinals);
    return copy;
  }

  #lists(changed: ReadonlyMap<number, readonly number[]>): { readonly starts: Uint32Array; readonly ordinals: Uint32Array } {
    const docCount = this.starts === null ? this.ordinals.length : this.starts.length - 1;
    const starts = this.room.uint32(docCount + 1);
    const ordinals = new GrowableUint32();
    for (let doc = 0; doc < docCount; doc++) {
      for (const ordinal of changed.get(doc) ?? this.ordinalsOf(doc)) ordinals.push(ordinal);
      starts[doc + 1] = ordinals.length;
    }
    return { starts, ordinals: ordinals.values.subarray(0, ordinals.length) };
  }

  /** Ordinals of the values of an item, in the item's order. */
  ordinalsOf(doc: number): readonly number[] | Ordinals {
    if (this.starts !== null) return this.ordinals.subarray(this.starts[doc], this.starts[doc + 1]);
    return this.ordinals[doc] === 0 ? [] : [this.ordinals[doc]! - 1];
  }
}
