import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sourcePageItems } from '#engine/index/limits.ts';
import { reading } from './damaged-file.ts';
import { openStored } from './stored-database.ts';
import { checkRow } from './row-checksum.ts';
import { ItemInBytes } from '#engine/index/stored-item.ts';

interface ChangedRow {
  readonly id: string;
  readonly doc: number | null;
  readonly fields: Uint8Array | null;
  readonly number: number;
  readonly source: number | null;
  readonly checksum: number;
}

const noFields = Buffer.from('{}');

function checked(row: ChangedRow): ChangedRow {
  checkRow(row, row.checksum);
  return row;
}

/** The changed items as searches read them: those of the state that is served, though the log may be ahead of it by one write. */
export class ChangedItems {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #byDoc: StatementSync;
  readonly #byId: StatementSync;
  readonly #supersededByDoc: StatementSync;
  readonly #supersededById: StatementSync;
  #newest = 0;

  constructor(file: string) {
    this.#file = file;
    this.#database = openStored(file);
    this.#byDoc = this.#database.prepare(
      'select id, doc, cast(fields as blob) as fields, number, source, checksum from changes where doc = ?',
    );
    this.#byId = this.#database.prepare(
      'select id, doc, cast(fields as blob) as fields, number, source, checksum from changes where id = ?',
    );
    this.#supersededByDoc = this.#database.prepare(
      'select id, doc, cast(fields as blob) as fields, 0 as number, source, checksum from superseded where doc = ?',
    );
    this.#supersededById = this.#database.prepare(
      'select id, doc, cast(fields as blob) as fields, 0 as number, source, checksum from superseded where id = ?',
    );
  }

  follow(newest: number): void {
    this.#newest = newest;
  }

  #served(key: string | number, newest: StatementSync, superseded: StatementSync): ChangedRow | undefined {
    const row = reading(this.#file, () => newest.get(key)) as unknown as ChangedRow | undefined;
    if (row !== undefined && row.number <= this.#newest) return checked(row);
    const before = reading(this.#file, () => superseded.get(key)) as unknown as ChangedRow | undefined;
    return before === undefined ? undefined : checked(before);
  }

  /** Number of the item, -1 when it was removed, undefined when it was never changed. */
  docOf(id: string): number | undefined {
    const row = this.#served(id, this.#byId, this.#supersededById);
    return row === undefined ? undefined : (row.doc ?? -1);
  }

  item(doc: number): ItemInBytes | undefined {
    const row = this.#served(doc, this.#byDoc, this.#supersededByDoc);
    return row === undefined ? undefined : new ItemInBytes(row.id, row.fields ?? noFields, row.source);
  }

  idsOfSource(source: number, after: string): string[] {
    const rows = this.#database.prepare('select id from changes where source = ? and id > ? order by id limit ?');
    return rows.all(source, after, sourcePageItems).map((row) => String(row['id']));
  }

  /** In their order; those that are removed by now are left out. */
  idsBehind(id: string, limit: number): string[] {
    const rows = this.#database.prepare('select id from changes where fields is not null and id > ? order by id limit ?');
    return reading(this.#file, () => rows.all(id, limit)).map((row) => String(row['id']));
  }

  byId(id: string): ItemInBytes | undefined {
    const row = this.#served(id, this.#byId, this.#supersededById);
    return row === undefined || row.fields === null ? undefined : new ItemInBytes(row.id, row.fields, row.source);
  }

  close(): void {
    this.#database.close();
  }
}
