import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import type { StandingItem } from '#engine/index/item-changes.ts';
import { storedItem } from '#engine/index/stored-item.ts';
import { asDamage, checkRow, reading } from './checksums.ts';
import { openStored } from './databases.ts';

const batchSize = 1_000;

interface CheckedItem {
  readonly id: string;
  readonly fields: string;
  readonly source: number | null;
}

function checkedItem(row: Readonly<Record<string, unknown>>): CheckedItem {
  const item = { id: String(row['id']), fields: String(row['fields']), source: row['source'] as number | null };
  checkRow(item, row['checksum']);
  return item;
}

const built = 'select id, fields, source, checksum from main.items';
const latest = `${built} where id not in (select id from later.changes)
  union all select id, fields, source, checksum from later.changes where fields is not null`;

/** Items of a build as its single changes left them; the log may be ahead of searches by one write. */
export class StandingItems {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #byId: StatementSync;

  constructor({ items, changes }: { readonly items: string; readonly changes: string }) {
    this.#file = items;
    this.#database = openStored(items);
    // Nobody writes a finished generation, so the read lock is taken once instead of for every item.
    this.#database.exec('pragma main.locking_mode = exclusive');
    const isChanged = existsSync(changes);
    if (isChanged) reading(changes, () => this.#database.prepare('attach ? as later').run(changes));
    this.#database.exec(`create temp view latest as ${isChanged ? latest : built}`);
    this.#byId = reading(changes, () => this.#database.prepare('select id, fields, source, checksum from latest where id = ?'));
  }

  get(id: string): StandingItem | null {
    const row = reading(this.#file, () => this.#byId.get(id));
    if (row === undefined) return null;
    const { fields, source } = checkedItem(row);
    return { json: fields, source };
  }

  *ids(): Generator<string> {
    for (const ids of this.#batches('id', 'true')) for (const { id } of ids) yield String(id);
  }

  *idsOf(source: number): Generator<string[]> {
    for (const rows of this.#batches('id', 'source = ?', source)) yield rows.map(({ id }) => String(id));
  }

  *ofOthers(source: number): Generator<Item[]> {
    for (const rows of this.#batches('*', 'source is not ?', source)) yield rows.map(itemOf);
  }

  *#batches(columns: 'id' | '*', condition: string, ...values: number[]): Generator<Readonly<Record<string, unknown>>[]> {
    let batch: Readonly<Record<string, unknown>>[] = [];
    try {
      for (const row of this.#database.prepare(`select ${columns} from latest where ${condition}`).iterate(...values)) {
        batch.push(row);
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    } catch (error) {
      throw asDamage(error, this.#file);
    }
    yield batch;
  }

  page(after: string, limit: number): Item[] {
    const rows = this.#database.prepare('select * from latest where id > ? order by id limit ?');
    return reading(this.#file, () => rows.all(after, limit)).map(itemOf);
  }

  pageOfIds(source: number, after: string, limit: number): string[] {
    const rows = this.#database.prepare('select id from latest where source = ? and id > ? order by id limit ?');
    return reading(this.#file, () => rows.all(source, after, limit)).map(({ id }) => String(id));
  }

  close(): void {
    this.#database.close();
  }
}

function itemOf(row: Readonly<Record<string, unknown>>): Item {
  const { id, fields, source } = checkedItem(row);
  return storedItem(id, fields, source);
}
