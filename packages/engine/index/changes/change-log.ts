import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DamagedFileError, reading, checkRow, type ItemRow, rowChecksum } from '#engine/index/files/checksums.ts';
import { makeWhole } from '#process-kit/durable-files.ts';
import { removeDatabase } from '#engine/index/files/databases.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

export interface ChangedItem extends ItemRow {
  readonly doc: number | null;
  readonly number: number;
}

const columns = 'id, doc, fields, number, source, checksum';
const tables = `
  create table changes
    (id text primary key, doc integer unique, fields text, number integer not null, source integer, checksum integer not null)
    strict, without rowid;
  create table superseded
    (id text primary key, doc integer unique, fields text, source integer, checksum integer not null) strict, without rowid;
`;

type Row = ChangedItem & { readonly checksum: number };

function checked({ checksum, ...row }: Row): ChangedItem {
  checkRow(row, checksum);
  return row;
}

/** Other processes read a log as soon as it has its name, so it has its tables then. */
const create = (file: string): void =>
  makeWhole(file, (unfinished) => {
    const database = new DatabaseSync(unfinished);
    try {
      database.exec(`pragma journal_mode = off; pragma synchronous = off; ${tables} pragma journal_mode = wal`);
    } finally {
      database.close();
    }
    // SQLite would replay the log of a file that was deleted.
    removeDatabase(file);
    crashPoint('changes:created');
  });

/** Durable as soon as `write` returns. Written by one process, read by others. */
export class ChangeLog {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #keep: StatementSync;
  readonly #byId: StatementSync;

  /** Throws `DamagedFileError` when the file is damaged. */
  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) create(file);
    this.#database = new DatabaseSync(file);
    const prepare = (query: string): StatementSync => reading(file, () => this.#database.prepare(query));
    try {
      reading(file, () =>
        this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000'),
      );
      this.#put = prepare(`insert or replace into changes (${columns}) values (?, ?, ?, ?, ?, ?)`);
      this.#keep = prepare(
        'insert into superseded (id, doc, fields, source, checksum) select id, doc, fields, source, checksum from changes where id = ?',
      );
      this.#byId = prepare(`select ${columns} from changes where id = ?`);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Throws `DamagedFileError` when it is damaged. */
  check(): void {
    const [found] = reading(this.#file, () => this.#database.prepare('pragma quick_check(1)').all());
    if (found?.['quick_check'] !== 'ok')
      throw new DamagedFileError(`${this.#file} is damaged: ${String(found?.['quick_check'])}.`);
    this.all();
  }

  get newest(): number {
    return Number(this.#database.prepare('select max(number) as number from changes').get()?.['number'] ?? 0);
  }

  all(): ChangedItem[] {
    const rows = reading(this.#file, () => this.#database.prepare(`select ${columns} from changes order by doc`).all());
    return (rows as unknown as Row[]).map(checked);
  }

  get(id: string): ChangedItem | undefined {
    const row = this.#byId.get(id) as unknown as Row | undefined;
    return row === undefined ? undefined : checked(row);
  }

  /** Keeps what it replaces until the next write, for searches that don't serve the new state yet. */
  write(changed: readonly ChangedItem[]): void {
    this.#inTransaction('delete from superseded', () => {
      for (const { id } of changed) this.#keep.run(id);
      this.#putAll(changed);
    });
  }

  replaceAll(changed: readonly ChangedItem[]): void {
    this.#inTransaction('delete from superseded; delete from changes', () => this.#putAll(changed));
  }

  #putAll(changed: readonly ChangedItem[]): void {
    for (const row of changed) this.#put.run(row.id, row.doc, row.fields, row.number, row.source, rowChecksum(row));
  }

  #inTransaction(first: string, work: () => void): void {
    this.#database.exec(`begin immediate; ${first}`);
    try {
      work();
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
