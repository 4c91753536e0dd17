import type { ColumnValue } from '#engine/query/analysis/column-values.ts';
import { maxFieldTokens, maxSegmentItems } from '#engine/index/limits.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import type { Segment } from './segment.ts';

export class SegmentCopier {
  readonly #segment: Segment;
  readonly #builder: SegmentBuilder;
  readonly #terms: Uint32Array;
  readonly #values: readonly (readonly ColumnValue[])[];
  readonly #tokens = new Uint32Array(maxFieldTokens);

  constructor(segment: Segment, builder: SegmentBuilder) {
    this.#segment = segment;
    this.#builder = builder;
    this.#terms = new Uint32Array(segment.rankOfTerm.length);
    for (let term = 0; term < this.#terms.length; term++)
      this.#terms[segment.rankOfTerm[term]!] = builder.vocabulary.idOf(segment.terms.texts.at(term));
    this.#values = segment.columns.map((column) =>
      Array.from({ length: column.meta.valueCount }, (_, ordinal) => column.value(ordinal)),
    );
  }

  copy(doc: number): void {
    this.#builder.startDocument();
    for (let field = 0; field < this.#segment.meta.fields.length; field++) {
      const count = this.#segment.forward(doc, field, this.#tokens);
      for (let at = 0; at < count; at++) this.#tokens[at] = this.#terms[this.#tokens[at]!]!;
      this.#builder.addField(field, this.#tokens.subarray(0, count));
    }
    for (const [index, column] of this.#segment.columns.entries())
      this.#builder.columns[index]!.add(Array.from(column.ordinalsOf(doc), (ordinal) => this.#values[index]![ordinal]!));
    this.#builder.endDocument();
  }

  addEmpty(): void {
    this.#builder.startDocument();
    for (let field = 0; field < this.#segment.meta.fields.length; field++) this.#builder.addField(field, []);
    for (const column of this.#builder.columns) column.add([]);
    this.#builder.endDocument();
  }
}

const noneGone = (): boolean => false;

export function addSegment(builder: SegmentBuilder, segment: Segment, isGone: (doc: number) => boolean = noneGone): void {
  const copier = new SegmentCopier(segment, builder);
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (isGone(doc)) copier.addEmpty();
    else copier.copy(doc);
  }
}

export function fittingRuns<Part extends { readonly docCount: number }>(segments: readonly Part[]): Part[][] {
  const runs: Part[][] = [];
  let itemCount = 0;
  for (const segment of segments) {
    const run = runs.at(-1);
    itemCount += segment.docCount;
    if (run !== undefined && itemCount <= maxSegmentItems) run.push(segment);
    else {
      runs.push([segment]);
      itemCount = segment.docCount;
    }
  }
  return runs;
}
