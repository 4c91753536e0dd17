import { createHash } from 'node:crypto';
import { columnKind, type ColumnKind, type ColumnLayout, columnValues } from '#engine/query/analysis/column-values.ts';
import { sortKeys } from '#engine/query/text-order.ts';
import { fieldTokens } from '#engine/query/field-tokens.ts';
import type { CollectionLayout } from '#engine/port.ts';
import {
  maxDocuments,
  maxSearchableFields,
  maxIndexedPrefix,
  maxValueLength,
  maxFieldTokens,
  maxIdBytes,
  maxRegexLength,
} from '#opensearch/limits.ts';
import { leastLength, scoring } from '#engine/query/scoring.ts';
import type { Item } from '#contract/item.ts';
import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';

/** Fields are numbered, as shops may use any names. */
export interface WordField {
  readonly name: string;
  /** Terms in their order. Prefixes are in `<words>.p`. */
  readonly words: string;
  /** Null if the field isn't stemmed. */
  readonly stems: string | null;
  /** In terms; 0 if unknown. */
  readonly usualLength: number;
}

export interface ValueField {
  readonly layout: ColumnLayout;
  readonly kind: ColumnKind;
  readonly values: string;
  readonly first: string;
  readonly valueWords: string | null;
}

export const idField = 'id';
/** The item as JSON, which OpenSearch doesn't read. */
export const itemField = 'item';
/** The value of the group field, or the item's own id; their first letters keep them apart. Absent without a group field. */
export const groupField = 'group';
export const termsField = 'terms';
export const sourceField = 'source';
/** When a single change last wrote the item, in epoch milliseconds, and its patches since its import, as JSON. */
export const changedAtField = 'changedAt';
export const patchesField = 'patches';
/** `changedAt` of the live item when the build of a source read it; below 0 if there was none. */
export const seenField = 'seen';
export const prefixesSuffix = '.p';

/** The field that counts the terms of a field of words or stems. */
export const countedOf = (path: string): string => `${path}c`;

export interface IndexFields {
  readonly words: readonly WordField[];
  readonly wordsByName: ReadonlyMap<string, WordField>;
  readonly values: readonly ValueField[];
}

export function valueFieldOf({ values }: IndexFields, name: string): ValueField | undefined {
  return values.find((field) => field.layout.name === name);
}

function indexFieldsOf(layout: CollectionLayout, lengths: readonly number[], hasStemmer: boolean): IndexFields {
  const searchable = layout.fields.filter((field) => field.searchable).slice(0, maxSearchableFields);
  const facets = layout.fields.filter((field) => field.facet);
  const words = searchable.map(({ name, stemmer }, index) => ({
    name,
    words: `w${index}`,
    stems: stemmer && hasStemmer ? `s${index}` : null,
    usualLength: lengths[index] ?? 0,
  }));
  return {
    words,
    wordsByName: new Map(words.map((field) => [field.name, field])),
    values: facets.map(({ name, type, path }, index) => ({
      layout: { name, type, isPath: path },
      kind: columnKind(type),
      values: `v${index}`,
      first: `o${index}`,
      valueWords: columnKind(type) === 'text' ? `b${index}` : null,
    })),
  };
}

export interface DocumentForm {
  readonly layout: CollectionLayout;
  readonly fields: IndexFields;
  readonly analyser: Analyser;
}

interface DescribedForm {
  readonly layout: CollectionLayout;
  /** Terms that a field usually has, by searchable field. */
  readonly lengths: readonly number[];
}

export function formOf({ layout, lengths }: DescribedForm): DocumentForm {
  const analyser = analyserOf(layout.language);
  return { layout, analyser, fields: indexFieldsOf(layout, lengths, analyser.hasStemmer) };
}

/** Averages of a sample, as documents are written before all are known. */
export const lengthsOf = (sample: readonly Item[], { fields, analyser }: DocumentForm): number[] =>
  fields.words.map(({ name }) => {
    const lengths = sample.map((item) => tokensOf(item, name, analyser).length).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  });

/** Version of documents and mappings; indexes of another one can't be searched or changed. */
export const indexFormat = 5;

/** Frequencies and weights are whole numbers and at least 1 in OpenSearch. */
export const frequencyUnit = 16;
export const weightUnit = 8;

const countSign = '|';

/** Texts are indexed as analysed terms with spaces between them. */
export const indexSettings = (shardCount: number): object => ({
  number_of_shards: shardCount,
  // A copy on another node if there is one.
  auto_expand_replicas: '0-1',
  // Refreshed on request.
  refresh_interval: '-1',
  'mapping.total_fields.limit': 2_000,
  max_result_window: maxDocuments,
  // Beginnings of a long word with a typo at any place.
  max_regex_length: maxRegexLength,
  // Lengths are in the frequencies, by field.
  similarity: {
    default: { type: 'BM25', k1: scoring.saturation * frequencyUnit * weightUnit, b: 0 },
    rarity: { type: 'BM25', k1: 0, b: 0 },
  },
  analysis: {
    analyzer: {
      terms: { type: 'custom', tokenizer: 'whitespace' },
      counted: { type: 'custom', tokenizer: 'whitespace', filter: ['counts'] },
      beginnings: { type: 'custom', tokenizer: 'whitespace', filter: ['beginnings'] },
    },
    filter: {
      counts: { type: 'delimited_term_freq', delimiter: countSign },
      beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: maxIndexedPrefix },
    },
  },
});

const ofWords = { type: 'text', search_analyzer: 'terms', norms: false };
const inOrder = { ...ofWords, analyzer: 'terms', similarity: 'rarity' };
const counted = { ...ofWords, analyzer: 'counted', index_options: 'freqs' };
const prefixes = { ...ofWords, analyzer: 'beginnings', index_options: 'docs' };

const stored = { type: 'keyword', index: false, doc_values: false };

function valueMapping({ kind }: ValueField): object {
  if (kind === 'text') return { type: 'keyword', ignore_above: maxValueLength };
  return { type: kind === 'boolean' ? 'boolean' : 'double' };
}

export function mappingsOf(fields: IndexFields, meta: object): object {
  const properties: Record<string, object> = {
    [idField]: { type: 'keyword' },
    [groupField]: { type: 'keyword', ignore_above: maxValueLength },
    [termsField]: { type: 'keyword' },
    [itemField]: stored,
    [sourceField]: { type: 'integer' },
    [changedAtField]: { type: 'long' },
    [patchesField]: stored,
    [seenField]: { type: 'long' },
  };
  for (const field of fields.words) {
    properties[field.words] = { ...inOrder, fields: { p: prefixes } };
    properties[countedOf(field.words)] = counted;
    if (field.stems === null) continue;
    properties[field.stems] = inOrder;
    properties[countedOf(field.stems)] = counted;
  }
  for (const field of fields.values) {
    properties[field.values] = valueMapping(field);
    properties[field.first] = { ...valueMapping(field), index: false };
    if (field.valueWords !== null) properties[field.valueWords] = { type: 'keyword', doc_values: false };
  }
  return {
    dynamic: false,
    _source: { includes: [idField, itemField, changedAtField, patchesField, seenField] },
    _meta: meta,
    properties,
  };
}

export function documentId(itemId: string): string {
  const isShort = Buffer.byteLength(itemId) <= maxIdBytes;
  return isShort ? itemId : `sha256:${createHash('sha256').update(itemId).digest('hex')}`;
}

export const isShared = (group: string): boolean => group.startsWith('g');

function groupOf(item: Item, { groupField: name, fields }: CollectionLayout): string {
  const value = name === null ? undefined : item.fields[name];
  const type = fields.find((field) => field.name === name)?.type ?? 'text';
  const [first] = value === undefined ? [] : columnValues(value, { name: '', type, isPath: false });
  return first === undefined ? `i${item.id}` : `g${first}`;
}

export function tokensOf(item: Item, name: string, analyser: Analyser): string[] {
  const value = item.fields[name];
  return value === undefined ? [] : fieldTokens(analyser, name, value).slice(0, maxFieldTokens);
}

/** BM25F's frequencies: terms of a long field count less, and repetitions only so far. */
function countedTerms(terms: readonly string[], { name, usualLength }: WordField): string {
  const { lengthShare, maxCountedFrequency } = scoring;
  const length = Math.max(leastLength(name), terms.length / (usualLength || terms.length));
  const unit = frequencyUnit / (1 - lengthShare + lengthShare * length);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const frequencyOf = (count: number): number => Math.max(1, Math.round(Math.min(count, maxCountedFrequency) * unit));
  return [...counts].map(([term, count]) => `${term}${countSign}${frequencyOf(count)}`).join(' ');
}

/** Built from the item alone, so that single items are written like a whole collection. */
export function documentOf(item: Item, { layout, fields, analyser }: DocumentForm): object {
  const document: Record<string, unknown> = {
    [idField]: item.id,
    [itemField]: JSON.stringify(item),
    ...(layout.groupField !== null && { [groupField]: groupOf(item, layout) }),
    ...(item.source !== undefined && { [sourceField]: item.source }),
  };
  const terms = new Set<string>();
  for (const field of fields.words) {
    const tokens = tokensOf(item, field.name, analyser);
    if (tokens.length === 0) continue;
    const ofPath = { [field.words]: tokens, ...(field.stems !== null && { [field.stems]: tokens.map(analyser.stem) }) };
    for (const [path, found] of Object.entries(ofPath)) {
      document[path] = found.join(' ');
      document[countedOf(path)] = countedTerms(found, field);
    }
    for (const token of tokens) terms.add(token);
  }
  document[termsField] = [...terms];
  const keyOf = sortKeys(analyser.language);
  for (const { layout: column, kind, values, first, valueWords } of fields.values) {
    const value = item.fields[column.name];
    const found = value === undefined ? [] : columnValues(value, column);
    if (found.length === 0) continue;
    document[values] = kind === 'boolean' ? found.map((one) => one === 1) : found;
    document[first] = kind === 'boolean' ? found[0] === 1 : kind === 'text' ? keyOf(String(found[0])) : found[0];
    if (valueWords !== null) document[valueWords] = [...new Set(found.flatMap((one) => analyser.indexTokens(String(one))))];
  }
  return document;
}
