import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import type { StandingItem } from '#engine/item-changes.ts';
import { storedItem } from '#engine/stored-item.ts';
import { sourceColumn } from './source-column.ts';

/** Items handed out at once. */
const batchSize = 1_000;

type Row = Readonly<Record<string, unknown>>;

interface Files {
  /** Items of the build. */
  readonly items: string;
  /** What was changed since; need not be there. */
  readonly changes: string;
  /** The source of items that have none noted, because they came before sources were. */
  readonly unnoted: number | null;
}

/** The items of a generation by their files: those of its build with what was changed since. */
export class StandingItems {
  readonly #items: DatabaseSync;
  readonly #changes: DatabaseSync | null;
  readonly #built: StatementSync;
  readonly #changed: StatementSync | null;
  readonly #unnoted: number | null;

  constructor({ items, changes, unnoted }: Files) {
    this.#unnoted = unnoted;
    this.#items = new DatabaseSync(items, { readOnly: true });
    this.#changes = existsSync(changes) ? new DatabaseSync(changes, { readOnly: true }) : null;
    // Nobody writes a finished generation, so the read lock is taken once instead of for every item.
    this.#items.exec('pragma locking_mode = exclusive');
    this.#built = this.#items.prepare(`select fields, ${sourceColumn(this.#items, 'items')} from items where id = ?`);
    this.#changed =
      this.#changes?.prepare(`select fields, ${sourceColumn(this.#changes, 'changes')} from changes where id = ?`) ?? null;
  }

  get(id: string): StandingItem | null {
    const row = this.#changed?.get(id) ?? this.#built.get(id);
    if (row === undefined || row['fields'] === null) return null;
    return { json: String(row['fields']), source: this.#sourceOf(row['source']) };
  }

  *ids(): Generator<string> {
    for (const row of this.#rows('id', 'true')) yield String(row['id']);
  }

  /** Ids of the items that a source has brought, many at once. */
  *idsOf(source: number): Generator<string[]> {
    const rows = this.#rows('id', 'coalesce(source, ?) is ?', this.#unnoted, source);
    for (const batch of inBatches(rows)) yield batch.map((row) => String(row['id']));
  }

  /** The items that a source has not brought, many at once. */
  *ofOthers(source: number): Generator<Item[]> {
    const rows = this.#rows('id, fields', 'coalesce(source, ?) is not ?', this.#unnoted, source);
    for (const batch of inBatches(rows)) yield batch.map((row) => this.#itemOf(row));
  }

  /** The fields, nearly all of the file, are read only where they are asked for. */
  *#rows(columns: 'id' | 'id, fields', condition: string, ...values: (number | null)[]): Generator<Row> {
    const select = (database: DatabaseSync, table: 'items' | 'changes', isThere: string): Iterable<Row> => {
      const all = `select doc, ${columns}, ${sourceColumn(database, table)} from ${table} where ${isThere}`;
      return database.prepare(`select * from (${all}) where ${condition} order by doc`).iterate(...values);
    };
    for (const row of select(this.#items, 'items', 'true')) if (this.#changed?.get(row['id'] as string) === undefined) yield row;
    if (this.#changes !== null) yield* select(this.#changes, 'changes', 'fields is not null');
  }

  #itemOf(row: Row): Item {
    return storedItem(String(row['id']), String(row['fields']), this.#sourceOf(row['source']));
  }

  #sourceOf(noted: unknown): number | null {
    return noted === null ? this.#unnoted : Number(noted);
  }

  close(): void {
    this.#items.close();
    this.#changes?.close();
  }
}

function* inBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
