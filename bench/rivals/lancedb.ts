import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Item } from '#contract/item.ts';
import { prepareBenchPackage } from '#scripts/bench/bench-packages.mjs';
import { answerSize, fieldNames, fieldWeights, wordsOf, type Rival } from './rival.ts';

const batchSize = 20_000;
const indexSeconds = 300;
/** Words are told apart by spaces and stay as they are. */
const asWritten = { baseTokenizer: 'whitespace', stem: false, removeStopWords: false, asciiFolding: false };

interface Table {
  add(rows: readonly object[]): Promise<unknown>;
  createIndex(column: string, options: object): Promise<void>;
  waitForIndex(names: readonly string[], seconds: number): Promise<void>;
  optimize(): Promise<unknown>;
  query(): Query;
  close(): void;
}
interface Query {
  fullTextSearch(query: object): Query;
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<readonly { readonly json: string }[]>;
}
interface Lance {
  connect(folder: string): Promise<{ createTable(name: string, rows: readonly object[]): Promise<Table>; close(): void }>;
  Index: { fts(options: object): object };
  MultiMatchQuery: new (query: string, columns: readonly string[], options: object) => object;
}

/** LanceDB with an index of each field, in threads of this process. It does not count what it finds. */
export async function openLance(folder: string, items: Iterable<Item>): Promise<Rival> {
  const module = (await import(pathToFileURL(await prepareBenchPackage('@lancedb/lancedb')).href)) as { default: Lance };
  const { connect, Index, MultiMatchQuery } = module.default;
  const connection = await connect(path.join(folder, 'lance'));
  const [first = [], ...rest] = batches(items);
  const table = await connection.createTable('products', first);
  for (const batch of rest) await table.add(batch);
  await table.optimize();
  for (const field of fieldNames) await table.createIndex(field, { config: Index.fts(asWritten) });
  await table.waitForIndex(
    fieldNames.map((field) => `${field}_idx`),
    indexSeconds,
  );
  const boosts = Object.values(fieldWeights);
  return {
    name: 'LanceDB',
    async ask(words, match) {
      const query = new MultiMatchQuery(words.join(' '), fieldNames, { boosts, operator: match === 'any' ? 'OR' : 'AND' });
      const rows = await table.query().fullTextSearch(query).select(['json', '_score']).limit(answerSize).toArray();
      return { items: rows.map(({ json }): unknown => JSON.parse(json)), total: null };
    },
    close() {
      table.close();
      return Promise.resolve(connection.close());
    },
  };
}

function batches(items: Iterable<Item>): object[][] {
  const all: object[][] = [[]];
  for (const item of items) {
    if (all.at(-1)?.length === batchSize) all.push([]);
    const searched = Object.fromEntries(fieldNames.map((field) => [field, wordsOf(item, field)]));
    all.at(-1)?.push({ ...searched, json: JSON.stringify(item) });
  }
  return all;
}
