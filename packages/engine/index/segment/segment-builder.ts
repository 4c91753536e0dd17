import type { Item } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { columnValues, type ColumnLayout } from '#engine/query/analysis/column-values.ts';
import { fieldTokens } from '#engine/query/field-tokens.ts';
import type { CollectionLayout, FieldLayout } from '#engine/port.ts';
import { ColumnBuilder } from './column-builder.ts';
import type { ColumnMeta } from './column-builder.ts';
import { encodeLength, FrequencyCodes } from './frequency-codes.ts';
import { GrowableBytes, GrowableUint16, GrowableUint32 } from './arrays.ts';
import { flushBytes, maxFieldTokens, maxSearchableFields, maxSegmentItems } from '#engine/index/limits.ts';
import { segmentBytes, writeSegmentFile } from './segment-file.ts';
import type { Section } from './segment-file.ts';
import { invert } from './segment-inversion.ts';
import { Vocabulary } from './vocabulary.ts';

export interface SegmentFieldMeta {
  readonly name: string;
  readonly isStemmed: boolean;
  readonly tokenCount: number;
  readonly itemCount: number;
}

export interface SegmentMeta {
  readonly docCount: number;
  readonly fields: readonly SegmentFieldMeta[];
  readonly columns: readonly ColumnMeta[];
}

export function searchableFields(layout: CollectionLayout): FieldLayout[] {
  return layout.fields.filter((field) => field.searchable).slice(0, maxSearchableFields);
}

export function columnLayouts(layout: CollectionLayout): ColumnLayout[] {
  const columns = layout.fields.filter((field) => field.facet).map(({ name, type, path }) => ({ name, type, isPath: path }));
  const { groupField } = layout;
  if (groupField !== null && !columns.some((column) => column.name === groupField))
    columns.push({
      name: groupField,
      type: layout.fields.find((field) => field.name === groupField)?.type ?? 'text',
      isPath: false,
    });
  return columns;
}

export type FieldTokens = readonly number[] | Uint32Array;

export class SegmentBuilder {
  readonly vocabulary: Vocabulary;
  readonly codes: FrequencyCodes;
  readonly fields: readonly FieldLayout[];
  readonly columns: readonly ColumnBuilder[];
  readonly #analyser: Analyser;
  readonly tokens: GrowableUint32;
  readonly tokenStarts: GrowableUint32;
  readonly #lengths = new GrowableBytes();
  readonly postingTerms: GrowableUint32;
  readonly postingCodes: GrowableUint16;
  readonly postingStarts: GrowableUint32;
  readonly #tokenCounts: number[];
  readonly #itemCounts: number[];
  #lastDocOf = new Uint32Array(65_536);
  #codeOf = new Uint16Array(65_536);
  #docTerms = new Uint32Array(1024);
  #docTermCount = 0;
  #docCount = 0;

  constructor(layout: CollectionLayout, analyser: Analyser, spent?: SegmentBuilder) {
    this.#analyser = analyser;
    this.tokens = new GrowableUint32(spent?.tokens);
    this.tokenStarts = new GrowableUint32(spent?.tokenStarts);
    this.postingTerms = new GrowableUint32(spent?.postingTerms);
    this.postingCodes = new GrowableUint16(spent?.postingCodes);
    this.postingStarts = new GrowableUint32(spent?.postingStarts);
    this.fields = searchableFields(layout);
    this.vocabulary = new Vocabulary(analyser.hasStemmer ? analyser.stem : null);
    this.codes = new FrequencyCodes(Math.max(1, this.fields.length));
    this.columns = columnLayouts(layout).map((column) => new ColumnBuilder(column));
    this.#tokenCounts = this.fields.map(() => 0);
    this.#itemCounts = this.fields.map(() => 0);
  }

  get docCount(): number {
    return this.#docCount;
  }

  get bytes(): number {
    const arrays =
      this.tokens.bytes + this.tokenStarts.bytes + this.postingTerms.bytes + this.postingCodes.bytes + this.#lengths.length;
    return arrays + this.vocabulary.bytes + this.columns.reduce((sum, column) => sum + column.bytes, 0);
  }

  get isFull(): boolean {
    return this.#docCount >= maxSegmentItems || this.codes.isFull || this.bytes >= flushBytes;
  }

  add(item: Item): void {
    this.startDocument();
    for (const [field, { name }] of this.fields.entries()) {
      const value = item.fields[name];
      const tokens = value === undefined ? [] : fieldTokens(this.#analyser, name, value);
      if (tokens.length > maxFieldTokens) tokens.length = maxFieldTokens;
      this.addField(
        field,
        tokens.map((token) => this.vocabulary.idOf(token)),
      );
    }
    for (const column of this.columns) {
      const value = item.fields[column.layout.name];
      column.add(value === undefined ? [] : columnValues(value, column.layout));
    }
    this.endDocument();
  }

  startDocument(): void {
    this.#docCount++;
    this.#docTermCount = 0;
  }

  addField(field: number, tokens: FieldTokens): void {
    this.tokenStarts.push(this.tokens.length);
    this.#makeRoom(tokens.length);
    const mark = this.#docCount;
    for (let at = 0; at < tokens.length; at++) {
      const term = tokens[at]!;
      this.tokens.push(term);
      if (this.#lastDocOf[term] !== mark) {
        this.#lastDocOf[term] = mark;
        this.#codeOf[term] = 0;
        this.#docTerms[this.#docTermCount++] = term;
      }
      this.#codeOf[term] = this.codes.plusOne(this.#codeOf[term]!, field);
    }
    this.#lengths.push(encodeLength(tokens.length));
    if (tokens.length === 0) return;
    this.#tokenCounts[field]! += tokens.length;
    this.#itemCounts[field]! += 1;
  }

  endDocument(): void {
    this.postingStarts.push(this.postingTerms.length);
    for (let at = 0; at < this.#docTermCount; at++) {
      const term = this.#docTerms[at]!;
      this.postingTerms.push(term);
      this.postingCodes.push(this.#codeOf[term]!);
    }
  }

  #makeRoom(tokenCount: number): void {
    const termCount = this.vocabulary.terms.length;
    if (termCount > this.#lastDocOf.length) {
      const size = Math.max(termCount, this.#lastDocOf.length * 2);
      const marks = new Uint32Array(size);
      marks.set(this.#lastDocOf);
      this.#lastDocOf = marks;
      const codes = new Uint16Array(size);
      codes.set(this.#codeOf);
      this.#codeOf = codes;
    }
    if (this.#docTermCount + tokenCount > this.#docTerms.length) {
      const terms = new Uint32Array((this.#docTermCount + tokenCount) * 2);
      terms.set(this.#docTerms);
      this.#docTerms = terms;
    }
  }

  #fieldLengths(): Uint8Array {
    const fieldCount = this.fields.length;
    const lengths = new Uint8Array(fieldCount * this.#docCount);
    for (let doc = 0; doc < this.#docCount; doc++) {
      for (let field = 0; field < fieldCount; field++)
        lengths[field * this.#docCount + doc] = this.#lengths.values[doc * fieldCount + field]!;
    }
    return lengths;
  }

  write(path: string): number {
    const { meta, sections } = this.#finish();
    return writeSegmentFile(path, meta, sections);
  }

  toBytes(): Uint8Array {
    const { meta, sections } = this.#finish();
    return segmentBytes(meta, sections);
  }

  #finish(): { readonly meta: SegmentMeta; readonly sections: Record<string, Section> } {
    const sections: Record<string, Section> = { lengths: this.#fieldLengths() };
    this.tokenStarts.push(this.tokens.length);
    this.postingStarts.push(this.postingTerms.length);
    invert(this, sections);
    const columns = this.columns.map((column, index) => column.finish(`column.${index}`, sections));
    const fields = this.fields.map(({ name, stemmer }, field) => ({
      name,
      isStemmed: stemmer,
      tokenCount: this.#tokenCounts[field]!,
      itemCount: this.#itemCounts[field]!,
    }));
    const meta: SegmentMeta = { docCount: this.#docCount, fields, columns };
    return { meta, sections };
  }
}
