/**
 * The embedded engine against SQLite FTS5 on the same synthetic products, query by query in one run. Both give the same answer: the
 * best 20 items, whole, and the exact total.
 * Run: `node bench/search.bench.ts [items=200000]`
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { analyser, draw, kinds, percentile, planOf, popular } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const batchSize = 1_000;
const queriesPerKind = 60;
const warmUps = 15;
/** Until search threads and the asking thread have prepared what they do after a publish. */
const settleMs = 20_000;
const collection = 'products';
const bytesPerItem = 900;
const p99Ms = { any: 5, all: 2 };
const timesFts = 20;
async function timed<Result>(work: () => Result | Promise<Result>): Promise<[milliseconds: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function buildIndex(engine: SearchEngine): Promise<void> {
  const all = [...products(itemCount)];
  const [milliseconds, status] = await timed(async () => {
    const build = await engine.build(collection, productLayout);
    for (let at = 0; at < all.length; at += batchSize) await build.add(all.slice(at, at + batchSize));
    return build.finish();
  });
  await engine.publish(collection, status.generation);
  const rate = Math.round(itemCount / (milliseconds / 1000));
  tell({ name: 'building an index', value: `${rate} items/s, stored and synced`, searchThreads: null });
}

function buildFts(file: string, all: Iterable<Item>): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma mmap_size = 4000000000; pragma cache_size = -400000',
  );
  database.exec(
    'create virtual table fts using fts5(name, brand, category, parameters, description, content = "", tokenize = unicode61)',
  );
  database.exec('create table item (doc integer primary key, json text)');
  const insertItem = database.prepare('insert into item (doc, json) values (?, ?)');
  const insert = database.prepare(
    'insert into fts (rowid, name, brand, category, parameters, description) values (?, ?, ?, ?, ?, ?)',
  );
  database.exec('begin');
  let doc = 0;
  const indexed = ['name', 'brand', 'category', 'parameters', 'description'];
  for (const item of all) {
    insertItem.run(doc, JSON.stringify(item));
    insert.run(doc++, ...indexed.map((name) => analyser.indexTokens(String(item.fields[name])).join(' ')));
  }
  database.exec("commit; insert into fts(fts) values ('optimize')");
  return database;
}

async function run(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  try {
    let engine = openEmbeddedEngine({ directory: path.join(directory, 'engine'), searchThreads: serverSearchThreads });
    await buildIndex(engine);
    await engine.close();
    engine = openEmbeddedEngine({ directory: path.join(directory, 'engine'), searchThreads: serverSearchThreads });
    const [opening, status] = await timed(() => engine.status(collection));
    tell({ name: `opening ${status?.itemCount} items`, value: `${Math.round(opening)} ms`, searchThreads: serverSearchThreads });
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const sizeOf = (ending: string): number =>
      files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0);
    const perItem = [sizeOf('.segment'), sizeOf('items.sqlite')].map((bytes) => Math.round(bytes / itemCount));
    const isSmall = (perItem[0] ?? 0) <= bytesPerItem;
    tell({
      name: 'size of an item in segments, on disk and in memory',
      value: `${perItem[0]} bytes, and ${perItem[1]} in the item store`,
      target: { text: `≤ ${bytesPerItem} bytes`, isMet: isSmall },
      searchThreads: null,
    });
    const fts = buildFts(path.join(directory, 'fts.sqlite'), products(itemCount));
    const best = fts.prepare(
      'select json from (select rowid as doc from fts where fts match ? order by bm25(fts, 3, 2, 1.5, 0.7, 0.5) limit 20) join item using (doc)',
    );
    const total = fts.prepare('select count(*) as count from fts where fts match ?');
    const ask = (match: string) => ({
      items: best.all(match).map(({ json }) => JSON.parse(String(json)) as Item),
      total: total.get(match),
    });
    const random = randomNumbers(7);
    for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    for (const [name, ranks, options] of kinds) {
      const own: number[] = [];
      const theirs: number[] = [];
      let matches = 0;
      for (let query = 0; query < queriesPerKind + warmUps; query++) {
        const drawn = draw(random, ranks);
        const [time, result] = await timed(() => engine.search(collection, planOf(drawn, options)));
        const [ftsTime] = await timed(() =>
          ask(drawn.map((word) => `"${word}"`).join(options.required === undefined ? ' OR ' : ' AND ')),
        );
        if (query < warmUps) continue;
        own.push(time);
        theirs.push(ftsTime);
        matches += result.totalCount / queriesPerKind;
      }
      const times = timesOf(own);
      const ratio = percentile(theirs, 0.5) / times.p50;
      const target = atMost('p99', options.required === undefined ? p99Ms.any : p99Ms.all, times);
      tell({ name, times, value: `${Math.round(matches)} found`, target, searchThreads: serverSearchThreads });
      tell({
        name: `${name}: beside SQLite FTS5, at p50`,
        value: `${ratio.toFixed(1)} times as fast`,
        target: { text: `≥ ${timesFts} times`, isMet: ratio >= timesFts },
        searchThreads: serverSearchThreads,
      });
    }
    await engine.close();
    fts.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

await run();
