import { scoring } from '#engine/query/scoring.ts';
import {
  changedAtField,
  groupField,
  patchesField,
  sourceField,
  seenField,
  idField,
  itemField,
  termsField,
  type IndexFields,
  type ValueField,
} from './index-fields.ts';
import { maxIndexedPrefix, maxValueLength } from '#opensearch/limits.ts';

export const mostFields = 2_000;

/** The form of documents and mappings. It changes with them: what was written in another form can't be searched or changed. */
export const indexFormat = 2;

/** Texts come analysed, as terms with spaces between them. */
export const indexSettings = (shardCount: number): object => ({
  number_of_shards: shardCount,
  // One copy on another node where there is one; a single node is whole without it.
  auto_expand_replicas: '0-1',
  // What nobody searches yet need not be searchable.
  refresh_interval: '-1',
  'mapping.total_fields.limit': mostFields,
  similarity: { default: { type: 'BM25', k1: scoring.saturation, b: scoring.lengthShare } },
  analysis: {
    analyzer: {
      terms: { type: 'custom', tokenizer: 'whitespace' },
      beginnings: { type: 'custom', tokenizer: 'whitespace', filter: ['beginnings'] },
    },
    filter: { beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: maxIndexedPrefix } },
  },
});

const wordsMapping = (analyzer: string): object => ({ type: 'text', analyzer, search_analyzer: 'terms' });

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
    const words = wordsMapping('terms');
    properties[field.words] = { ...words, fields: { p: wordsMapping('beginnings') } };
    if (field.stems !== null) properties[field.stems] = words;
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
