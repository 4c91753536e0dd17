import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import type { StandingItem } from '#engine/item-changes.ts';
import { storedItem } from '#engine/stored-item.ts';
import { sourceColumn } from './source-column.ts';

/** Items handed out at once. */
const batchSize = 1_000;

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
    this.#built = this.#items.prepare(`select fields, ${sourceColumn(this.#items, 'items')} from items where id = ?`);
    this.#changed =
      this.#changes?.prepare(`select fields, ${sourceColumn(this.#changes, 'changes')} from changes where id = ?`) ?? null;
  }

  get(id: string): StandingItem | null {
    const row = this.#changed?.get(id) ?? this.#built.get(id);
    if (row === undefined || row['fields'] === null) return null;
    return { json: String(row['fields']), source: this.#sourceOf(row['source']) };
  }

  *all(): Generator<Item[]> {
    let batch: Item[] = [];
    for (const item of this.#each()) {
      batch.push(item);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  *#each(): Generator<Item> {
    const rows = this.#items.prepare(`select id, fields, ${sourceColumn(this.#items, 'items')} from items order by doc`);
    for (const row of rows.iterate()) if (this.#changed?.get(row['id'] as string) === undefined) yield this.#itemOf(row);
    if (this.#changes === null) return;
    const source = sourceColumn(this.#changes, 'changes');
    const changed = this.#changes.prepare(`select id, fields, ${source} from changes where fields is not null order by doc`);
    for (const row of changed.iterate()) yield this.#itemOf(row);
  }

  #itemOf(row: Readonly<Record<string, unknown>>): Item {
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
