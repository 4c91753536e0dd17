import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { asDamage, reading, checkRow } from './checksums.ts';
import { openStored } from './databases.ts';
import type { StandingItem } from '#engine/index/item-changes.ts';
import { storedItem } from '#engine/index/stored-item.ts';

const batchSize = 1_000;

type Row = Readonly<Record<string, unknown>>;

interface Files {
  readonly items: string;
  readonly changes: string;
}

export class StandingItems {
  readonly #file: string;
  readonly #items: DatabaseSync;
  readonly #changes: DatabaseSync | null;
  readonly #built: StatementSync;
  readonly #changed: StatementSync | null;

  constructor({ items, changes }: Files) {
    this.#file = items;
    this.#items = openStored(items);
    this.#changes = existsSync(changes) ? openStored(changes) : null;
    // Nobody writes a finished generation, so the read lock is taken once instead of for every item.
    this.#items.exec('pragma locking_mode = exclusive');
    this.#built = this.#items.prepare('select id, fields, source, checksum from items where id = ?');
    this.#changed = this.#changes?.prepare('select id, fields, source, checksum from changes where id = ?') ?? null;
  }

  get(id: string): StandingItem | null {
    const row = reading(this.#file, () => this.#changed?.get(id) ?? this.#built.get(id));
    if (row === undefined || row['fields'] === null) return null;
    const item = checkedItem(row);
    return { json: item.fields, source: item.source };
  }

  *ids(): Generator<string> {
    for (const row of this.#rows('id', 'true')) yield String(row['id']);
  }

  *idsOf(source: number): Generator<string[]> {
    const rows = this.#rows('id', 'source is ?', source);
    for (const batch of inBatches(rows)) yield batch.map((row) => String(row['id']));
  }

  *ofOthers(source: number): Generator<Item[]> {
    const rows = this.#rows('id, fields', 'source is not ?', source);
    for (const batch of inBatches(rows)) {
      yield batch.map((row) => {
        const { id, fields, source: brought } = checkedItem(row);
        return storedItem(id, fields, brought);
      });
    }
  }

  *#rows(columns: 'id' | 'id, fields', condition: string, ...values: (number | null)[]): Generator<Row> {
    const select = (database: DatabaseSync, table: 'items' | 'changes', isThere: string): Iterable<Row> => {
      const all = `select doc, ${columns}, source, checksum from ${table} where ${isThere}`;
      return database.prepare(`select * from (${all}) where ${condition} order by doc`).iterate(...values);
    };
    const items = inFile(this.#file, select(this.#items, 'items', 'true'));
    for (const row of items) if (this.#changed?.get(row['id'] as string) === undefined) yield row;
    if (this.#changes !== null) yield* select(this.#changes, 'changes', 'fields is not null');
  }

  close(): void {
    this.#items.close();
    this.#changes?.close();
  }
}

interface CheckedItem {
  readonly id: string;
  readonly fields: string;
  readonly source: number | null;
}

function checkedItem(row: Row): CheckedItem {
  const item = { id: String(row['id']), fields: String(row['fields']), source: row['source'] as number | null };
  checkRow(item, row['checksum']);
  return item;
}

function* inFile(file: string, rows: Iterable<Row>): Generator<Row> {
  try {
    yield* rows;
  } catch (error) {
    throw asDamage(error, file);
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
