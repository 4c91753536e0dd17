import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { answerSize, fieldNames, fieldWeights, wordsOf, type Rival } from './rival.ts';

/** Full-text search of SQLite, in this process. */
export function openFts5(folder: string, items: Iterable<Item>): Rival {
  const database = new DatabaseSync(path.join(folder, 'fts.sqlite'));
  const columns = fieldNames.join(', ');
  database.exec(`
    pragma journal_mode = off; pragma synchronous = off; pragma mmap_size = 4000000000; pragma cache_size = -400000;
    create virtual table fts using fts5(${columns}, content = "", tokenize = unicode61);
    create table item (doc integer primary key, json text);
    begin`);
  const insertItem = database.prepare('insert into item (doc, json) values (?, ?)');
  const insertWords = database.prepare(`insert into fts (rowid, ${columns}) values (?${', ?'.repeat(fieldNames.length)})`);
  let doc = 0;
  for (const item of items) {
    insertItem.run(doc, JSON.stringify(item));
    insertWords.run(doc++, ...fieldNames.map((field) => wordsOf(item, field)));
  }
  database.exec("commit; insert into fts(fts) values ('optimize')");
  const ranking = `bm25(fts, ${Object.values(fieldWeights).join(', ')})`;
  const best = database.prepare(
    `select json from (select rowid as doc from fts where fts match ? order by ${ranking} limit ${answerSize}) join item using (doc)`,
  );
  const total = database.prepare('select count(*) as count from fts where fts match ?');
  return {
    name: 'SQLite FTS5',
    ask(words, match) {
      const query = words.map((word) => `"${word}"`).join(match === 'any' ? ' OR ' : ' AND ');
      const items = best.all(query).map(({ json }): unknown => JSON.parse(String(json)));
      return Promise.resolve({ items, total: Number(total.get(query)?.['count']) });
    },
    close: () => Promise.resolve(database.close()),
  };
}
