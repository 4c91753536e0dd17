import { columnKind, type ColumnKind, type ColumnLayout, type ColumnValue } from '#engine/query/analysis/column-values.ts';
import { detachedText } from '#engine/query/analysis/detached-text.ts';
import { GrowableUint32 } from './arrays.ts';
import type { Section } from './segment-file.ts';

export interface ColumnMeta {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly valueCount: number;
  readonly isMultiple: boolean;
}

export class ColumnBuilder {
  readonly layout: ColumnLayout;
  readonly #ids = new Map<ColumnValue, number>();
  readonly #values = new GrowableUint32();
  readonly #starts = new GrowableUint32();
  #isMultiple = false;
  #textBytes = 0;

  constructor(layout: ColumnLayout) {
    this.layout = layout;
  }

  get bytes(): number {
    return this.#values.bytes + this.#starts.bytes + this.#ids.size * 64 + this.#textBytes * 2;
  }

  add(values: readonly ColumnValue[]): void {
    this.#starts.push(this.#values.length);
    if (values.length > 1) this.#isMultiple = true;
    for (const value of values) this.#values.push(this.#idOf(value));
  }

  #idOf(value: ColumnValue): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(typeof value === 'string' ? detachedText(value) : value, id);
    if (typeof value === 'string') this.#textBytes += value.length;
    return id;
  }

  /** Ordinals follow the order of values; in columns of single values 0 is "none". */
  finish(prefix: string, sections: Record<string, Section>): ColumnMeta {
    const kind = columnKind(this.layout.type);
    const sorted = [...this.#ids].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const ordinals = new Uint32Array(sorted.length);
    for (const [ordinal, [, id]] of sorted.entries()) ordinals[id] = ordinal;
    if (kind === 'text')
      putTexts(
        prefix,
        sections,
        sorted.map(([value]) => String(value)),
      );
    else sections[`${prefix}.values`] = Float64Array.from(sorted, ([value]) => Number(value));
    const docCount = this.#starts.length;
    this.#starts.push(this.#values.length);
    if (this.#isMultiple) {
      sections[`${prefix}.starts`] = this.#starts.values.subarray(0, docCount + 1);
      sections[`${prefix}.ordinals`] = narrowed(
        this.#values.values.subarray(0, this.#values.length).map((id) => ordinals[id]!),
        sorted.length,
      );
    } else sections[`${prefix}.ordinals`] = narrowed(this.#singles(docCount, ordinals), sorted.length + 1);
    return { name: this.layout.name, kind, valueCount: sorted.length, isMultiple: this.#isMultiple };
  }

  #singles(docCount: number, ordinals: Uint32Array): Uint32Array {
    const singles = new Uint32Array(docCount);
    const starts = this.#starts.values;
    for (let doc = 0; doc < docCount; doc++) {
      if (starts[doc + 1]! > starts[doc]!) singles[doc] = ordinals[this.#values.values[starts[doc]!]!]! + 1;
    }
    return singles;
  }
}

function narrowed(values: Uint32Array, count: number): Uint16Array | Uint32Array {
  return count <= 65_536 ? Uint16Array.from(values) : values;
}

export function putTexts(prefix: string, sections: Record<string, Section>, texts: readonly string[]): void {
  const encoded = Buffer.from(texts.join(''), 'utf8');
  const offsets = new Uint32Array(texts.length + 1);
  let offset = 0;
  for (const [index, text] of texts.entries()) offsets[index + 1] = offset += Buffer.byteLength(text);
  sections[`${prefix}.texts`] = encoded;
  sections[`${prefix}.offsets`] = offsets;
}
