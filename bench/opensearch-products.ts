import type { Pool } from 'undici';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { columnValues, textOf } from '#engine/query/analysis/column-values.ts';
import type { Plan } from '#engine/plan.ts';
import { productLayout, products } from './engine-products.ts';

export const index = 'products';
const analyser = createAnalyser('en');
const batchSize = 2_000;
const prefixLengths = { min_chars: 2, max_chars: 5 };
const searched = productLayout.fields.filter(({ searchable }) => searchable).map(({ name }) => name);
const counted = productLayout.fields.filter((field) => field.facet);

const tokens = { type: 'text', analyzer: 'whitespace' };

/** One shard in memory is OpenSearch's fastest setup. Fields hold our analyser's tokens, so both find the same. */
const settings = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1', 'requests.cache.enable': false },
  mappings: {
    dynamic: false,
    _source: { excludes: ['stems', 'words', 'counted'] },
    properties: {
      item: { type: 'object', enabled: false },
      stems: { properties: Object.fromEntries(searched.map((name) => [name, tokens])) },
      words: { properties: Object.fromEntries(searched.map((name) => [name, { ...tokens, index_prefixes: prefixLengths }])) },
      counted: {
        properties: Object.fromEntries(
          counted.map(({ name, type }) => [
            name,
            { type: type === 'text' ? 'keyword' : type === 'integer' ? 'integer' : 'byte' },
          ]),
        ),
      },
    },
  },
};

export async function call(pool: Pool, method: 'GET' | 'POST' | 'PUT', path: string, body?: object | string): Promise<unknown> {
  const isLines = typeof body === 'string';
  const answer = await pool.request({
    method,
    path,
    headers: { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: isLines ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

function* lines(count: number): Generator<string> {
  for (const item of products(count)) {
    const words = searched.map((name) => [name, analyser.indexTokens(textOf(item.fields[name] ?? ''))] as const);
    const document = {
      item: item.fields,
      words: Object.fromEntries(words.map(([name, found]) => [name, found.join(' ')])),
      stems: Object.fromEntries(words.map(([name, found]) => [name, found.map((word) => analyser.stem(word)).join(' ')])),
      counted: Object.fromEntries(
        counted.map(({ name, type, path }) => [name, columnValues(item.fields[name] ?? '', { name, type, isPath: path })]),
      ),
    };
    yield `${JSON.stringify({ index: { _id: item.id } })}\n${JSON.stringify(document)}\n`;
  }
}

export async function fillIndex(pool: Pool, itemCount: number): Promise<void> {
  await call(pool, 'PUT', `/${index}`, settings);
  let batch: string[] = [];
  const send = async (): Promise<void> => {
    const { errors } = (await call(pool, 'POST', `/${index}/_bulk`, batch.join(''))) as { errors: boolean };
    if (errors) throw new Error('OpenSearch refused items.');
    batch = [];
  };
  for (const line of lines(itemCount)) if (batch.push(line) === batchSize) await send();
  if (batch.length > 0) await send();
  await call(pool, 'POST', `/${index}/_refresh`);
  await call(pool, 'POST', `/${index}/_forcemerge?max_num_segments=1`);
  await call(pool, 'POST', `/${index}/_refresh`);
}

/** As an expert would write it: `combined_fields` for words, indexed prefixes. */
export function queryOf({ groups, minimumMatch, fields, filters, facets, size }: Plan): object {
  const weighted = fields.map(({ name, weight }) => `stems.${name}^${weight}`);
  const word = (stem: string): object => ({ combined_fields: { query: stem, fields: weighted } });
  const beginning = (prefix: string): object => ({
    dis_max: {
      queries: fields
        .filter(({ wildcard }) => wildcard > 0)
        .map(({ name, weight, wildcard }) => ({ prefix: { [`words.${name}`]: { value: prefix, boost: weight * wildcard } } })),
    },
  });
  const should = groups.map(({ alternatives: [first] }) => {
    const term = first?.terms[0] ?? '';
    return first?.kind === 'prefix' ? beginning(term) : word(term);
  });
  const filter = filters.map((one) => ({
    range: { [`counted.${one.field}`]: 'from' in one ? { gte: one.from, lte: one.to } : {} },
  }));
  return {
    size,
    track_total_hits: true,
    _source: true,
    query: { bool: { should, minimum_should_match: minimumMatch, filter } },
    ...(facets.length > 0 && {
      aggs: Object.fromEntries(facets.map(({ field, limit }) => [field, { terms: { field: `counted.${field}`, size: limit } }])),
    }),
  };
}

export const stemOf = (word: string): string => analyser.stem(word);
