import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';

const fields = ['name', 'description', 'code'] as const;

/** Which items have which words, by SQLite FTS5: an index that shares nothing with ours but the tokens. */
export class WordOracle {
  readonly #database = new DatabaseSync(':memory:');
  readonly #ids: string[] = [];

  constructor(items: readonly Item[], analyser: Analyser, isStemmed: boolean) {
    this.#database.exec(
      `create virtual table words using fts5(${fields.join(', ')}, tokenize = "unicode61 remove_diacritics 0")`,
    );
    const insert = this.#database.prepare('insert into words (rowid, name, description, code) values (?, ?, ?, ?)');
    for (const item of items) {
      const row = fields.map((field) => {
        const tokens = analyser.indexTokens(String(item.fields[field] ?? ''));
        return (isStemmed && field !== 'code' ? tokens.map((token) => analyser.stem(token)) : tokens).join(' ');
      });
      insert.run(this.#ids.length, ...row);
      this.#ids.push(item.id);
    }
  }

  /** Ids of the items that match an FTS5 expression, sorted. */
  ids(expression: string): string[] {
    const rows = this.#database.prepare('select rowid from words where words match ?').all(expression);
    return rows.map((row) => this.#ids[Number(row.rowid)] ?? '').sort();
  }

  close(): void {
    this.#database.close();
  }
}
