import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { sourcePageItems } from '#engine/embedded/limits.ts';
import { hasSource } from '#engine/embedded/source-column.ts';
import { storedItem } from '#engine/stored-item.ts';

/** Stands beside `items.sqlite` of a generation that was changed since it was built. */
export const changesFile = 'changes.sqlite';

/** What became of an item after the build: its newest fields and number, or null when it was removed. */
export interface ChangedItem {
  readonly id: string;
  readonly doc: number | null;
  /** JSON. */
  readonly fields: string | null;
  readonly source: number | null;
  /** Grows with every change. */
  readonly number: number;
}

const tables = `
  create table if not exists changes
    (id text primary key, doc integer unique, fields text, number integer not null, source integer) strict, without rowid;
  create table if not exists superseded
    (id text primary key, doc integer unique, fields text, source integer) strict, without rowid;
`;

/** The changes of one generation, durable as soon as `write` returns. Written by one process, read by others. */
export class ChangeLog {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #keep: StatementSync;
  readonly #byId: StatementSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000');
    this.#database.exec(tables);
    for (const table of ['changes', 'superseded'])
      if (!hasSource(this.#database, table)) this.#database.exec(`alter table ${table} add column source integer`);
    this.#put = this.#database.prepare('insert or replace into changes (id, doc, fields, number, source) values (?, ?, ?, ?, ?)');
    this.#keep = this.#database.prepare(
      'insert into superseded (id, doc, fields, source) select id, doc, fields, source from changes where id = ?',
    );
    this.#byId = this.#database.prepare('select id, doc, fields, number, source from changes where id = ?');
  }

  /** Number of the newest change, 0 for none. */
  get newest(): number {
    return Number(this.#database.prepare('select max(number) as number from changes').get()?.['number'] ?? 0);
  }

  /** All of them: removed ones first, then in the order of items. */
  all(): ChangedItem[] {
    const rows = this.#database.prepare('select id, doc, fields, number, source from changes order by doc').all();
    return rows as unknown as ChangedItem[];
  }

  get(id: string): ChangedItem | undefined {
    return this.#byId.get(id) as unknown as ChangedItem | undefined;
  }

  /** In one transaction. What it replaces is kept until the next one, for searches that don't serve the new state yet. */
  write(changed: readonly ChangedItem[]): void {
    this.#database.exec('begin immediate; delete from superseded');
    try {
      for (const { id } of changed) this.#keep.run(id);
      for (const { id, doc, fields, number, source } of changed) this.#put.run(id, doc, fields, number, source);
      this.#database.exec('commit');
    } catch (error) {
      // A full disk has made SQLite do so by itself, and a second time would hide why.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

interface ChangedRow {
  readonly id: string;
  readonly doc: number | null;
  readonly fields: string;
  readonly number: number;
  readonly source: number | null;
}

/** The changed items as searches read them: those of the state that is served, though the log may be ahead of it by one write. */
export class ChangedItems {
  readonly #database: DatabaseSync;
  readonly #byDoc: StatementSync;
  readonly #byId: StatementSync;
  readonly #supersededByDoc: StatementSync;
  readonly #supersededById: StatementSync;
  #newest = 0;

  constructor(file: string) {
    if (!existsSync(file)) throw new Error(`${file} is missing.`);
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#byDoc = this.#database.prepare('select id, doc, fields, number, source from changes where doc = ?');
    this.#byId = this.#database.prepare('select id, doc, fields, number, source from changes where id = ?');
    this.#supersededByDoc = this.#database.prepare('select id, doc, fields, 0 as number, source from superseded where doc = ?');
    this.#supersededById = this.#database.prepare('select id, doc, fields, 0 as number, source from superseded where id = ?');
  }

  /** Serves the changes up to that number from now on. */
  follow(newest: number): void {
    this.#newest = newest;
  }

  #served(key: string | number, newest: StatementSync, superseded: StatementSync): ChangedRow | undefined {
    const row = newest.get(key) as unknown as ChangedRow | undefined;
    if (row !== undefined && row.number <= this.#newest) return row;
    return superseded.get(key) as unknown as ChangedRow | undefined;
  }

  /** Number of the item, -1 when it was removed, undefined when it was never changed. */
  docOf(id: string): number | undefined {
    const row = this.#served(id, this.#byId, this.#supersededById);
    return row === undefined ? undefined : (row.doc ?? -1);
  }

  item(doc: number): Item | undefined {
    const row = this.#served(doc, this.#byDoc, this.#supersededByDoc);
    return row === undefined ? undefined : storedItem(row.id, row.fields, row.source);
  }

  idsOfSource(source: number, after: string): string[] {
    const rows = this.#database.prepare('select id from changes where source = ? and id > ? order by id limit ?');
    return rows.all(source, after, sourcePageItems).map((row) => String(row['id']));
  }

  close(): void {
    this.#database.close();
  }
}
