/**
 * What one project costs at rest: rows and bytes of the database, bytes of its index and of its records, by item; and what a search adds.
 * docs/scaling.md reckons with it. Sizes don't depend on what else the machine does. Run: node bench/capacity.bench.ts [items=20000]
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tell } from './figures.ts';
import { startShop } from './running-shop.ts';
import { ndjson } from './synthetic-feed.ts';
import { words } from './engine-products.ts';

const items = Number(process.argv[2] ?? 20_000);
const projects = 5;
const searches = 1_000;
const settledMs = 4_000;
const about = { searchThreads: null };

const shop = await startShop();

/** Bytes of all files of a folder of the data folder. */
const bytesIn = (folder: string): number =>
  readdirSync(path.join(shop.data, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

/** What the database holds, once what is on its way into it is in it. */
function database(): { rows: number; bytes: number } {
  const db = new DatabaseSync(path.join(shop.data, 'aisle.sqlite'));
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  const count = (name: string): number => Number(db.prepare(`select count(*) as count from "${name}"`).get()?.['count']);
  const rows = tables.reduce((sum, { name }) => sum + count(String(name)), 0);
  const pragma = (name: string): number => Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]);
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  db.close();
  return { rows, bytes };
}
const each = (after: number, before: number, count: number): number => Math.round((after - before) / count);

await shop.host.keep('items.ndjson', () => ndjson(items));
const first = await shop.add('items.ndjson');
await shop.imported(first);
const before = database();
for (let count = 0; count < projects; count += 1) await shop.imported(await shop.add('items.ndjson'));
const after = database();
tell({
  name: 'one more project in the database',
  value: `${each(after.rows, before.rows, projects)} rows, ${each(after.bytes, before.bytes, projects)} bytes`,
  ...about,
});
const all = items * (projects + 1);
tell({ name: 'an item in the index on the disk', value: `${each(bytesIn('search'), 0, all)} bytes`, ...about });
tell({ name: 'an item in the records of its feed', value: `${each(bytesIn('records'), 0, all)} bytes`, ...about });
for (let at = 0; at < searches; at += 1)
  await fetch(`${shop.server.url}/front/search?${new URLSearchParams({ token: first.token, q: words[20 + at]! }).toString()}`);
await new Promise((resolve) => setTimeout(resolve, settledMs));
const searched = database();
tell({
  name: `${searches} searches of different words`,
  value: `${searched.rows - after.rows} rows, ${searched.bytes - after.bytes} bytes`,
  ...about,
});
await shop.close();
