import {
  groupField,
  idField,
  itemField,
  stemsField,
  termsField,
  writeField,
  type IndexFields,
  type ValueField,
} from './index-fields.ts';
import { maxIndexedPrefix, maxTermFrequency, maxValueLength } from './limits.ts';

/**
 * A field's share of BM25F: its weight times the frequency of the word, by the length of the field. Shares of several fields are added up
 * and only then saturate, in `saturation` of word-query.ts. See the weighting of the embedded engine for the source.
 */
const frequency = `
  double length = 0.25 + 0.75 * doc.length * field.docCount / field.sumTotalTermFreq;
  return query.boost * Math.min(doc.freq, ${maxTermFrequency}.0) / length;`;

export const mostFields = 2_000;

/** Texts come analysed, as terms with spaces between them. */
export const indexSettings = (shardCount: number): object => ({
  number_of_shards: shardCount,
  // One copy on another node where there is one; a single node is whole without it.
  auto_expand_replicas: '0-1',
  // What nobody searches yet need not be searchable.
  refresh_interval: '-1',
  'mapping.total_fields.limit': mostFields,
  similarity: { default: { type: 'scripted', script: { source: frequency } } },
  analysis: {
    analyzer: {
      terms: { type: 'custom', tokenizer: 'whitespace' },
      beginnings: { type: 'custom', tokenizer: 'whitespace', filter: ['beginnings'] },
    },
    filter: { beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: maxIndexedPrefix } },
  },
});

const words = { type: 'text', analyzer: 'terms' };
const beginnings = { ...words, analyzer: 'beginnings', search_analyzer: 'terms' };
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
  };
  for (const field of fields.words) {
    properties[field.words] = { ...words, fields: { p: beginnings } };
    if (field.stems !== null) properties[field.stems] = { ...words, copy_to: stemsField };
  }
  for (const field of fields.values) {
    properties[field.values] = valueMapping(field);
    properties[field.first] = { ...valueMapping(field), index: false };
  }
  return { dynamic: false, _source: { includes: [idField, itemField, writeField] }, _meta: meta, properties };
}
