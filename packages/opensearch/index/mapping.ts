import { leastLength, scoring } from '#engine/query/scoring.ts';
import {
  changedAtField,
  groupField,
  patchesField,
  sourceField,
  seenField,
  idField,
  itemField,
  stemsField,
  termsField,
  writeField,
  type IndexFields,
  type ValueField,
} from './index-fields.ts';
import { maxIndexedPrefix, maxValueLength } from '#opensearch/limits.ts';

/**
 * A field's share of BM25F: its weight times the frequency of the word, by the length of the field. Shares of several fields are added up
 * and only then saturate, in `saturated` of word-query.ts. See the weighting of the embedded engine for the source.
 */
const frequency = (least: number): string => `
  double length = Math.max(${least}, 1.0 * doc.length * field.docCount / field.sumTotalTermFreq);
  double counted = Math.min(doc.freq, ${scoring.maxCountedFrequency}.0);
  return query.boost * counted / (${1 - scoring.lengthShare} + ${scoring.lengthShare} * length);`;

const scripted = (least: number): object => ({ type: 'scripted', script: { source: frequency(least) } });
/** Names have a length that they count with at least. */
const nameSimilarity = 'name';

export const mostFields = 2_000;

/** The form of documents and mappings. It changes with them: what was written in another form can't be searched or changed. */
export const indexFormat = 1;

/** Texts come analysed, as terms with spaces between them. */
export const indexSettings = (shardCount: number): object => ({
  number_of_shards: shardCount,
  // One copy on another node where there is one; a single node is whole without it.
  auto_expand_replicas: '0-1',
  // What nobody searches yet need not be searchable.
  refresh_interval: '-1',
  'mapping.total_fields.limit': mostFields,
  similarity: { default: scripted(0), [nameSimilarity]: scripted(scoring.leastNameLength) },
  analysis: {
    analyzer: {
      terms: { type: 'custom', tokenizer: 'whitespace' },
      beginnings: { type: 'custom', tokenizer: 'whitespace', filter: ['beginnings'] },
    },
    filter: { beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: maxIndexedPrefix } },
  },
});

function wordsMapping(analyzer: string, fieldName: string): object {
  const similarity = leastLength(fieldName) > 0 ? { similarity: nameSimilarity } : {};
  return { type: 'text', analyzer, search_analyzer: 'terms', ...similarity };
}

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
    [stemsField]: { type: 'text', analyzer: 'terms', norms: false, index_options: 'docs' },
    [itemField]: stored,
    [writeField]: stored,
    [sourceField]: { type: 'integer' },
    [changedAtField]: { type: 'long' },
    [patchesField]: stored,
    [seenField]: { type: 'long' },
  };
  for (const field of fields.words) {
    const words = wordsMapping('terms', field.name);
    properties[field.words] = { ...words, fields: { p: wordsMapping('beginnings', field.name) } };
    if (field.stems !== null) properties[field.stems] = { ...words, copy_to: stemsField };
  }
  for (const field of fields.values) {
    properties[field.values] = valueMapping(field);
    properties[field.first] = { ...valueMapping(field), index: false };
    if (field.valueWords !== null) properties[field.valueWords] = { type: 'keyword', doc_values: false };
  }
  return {
    dynamic: false,
    _source: { includes: [idField, itemField, writeField, changedAtField, patchesField, seenField] },
    _meta: meta,
    properties,
  };
}
