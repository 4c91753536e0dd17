import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { Item } from '#contract/item.ts';
import type { ItemPage, SourcePage } from '#engine/port.ts';
import { fieldsJsonOf, ItemInBytes, namesClash } from '#engine/index/stored-item.ts';
import { syncFile } from '#process-kit/durable-files.ts';
import { changesFile, itemsFile, type Manifest } from './generation-files.ts';
import {
  maxCachedItemBytes,
  maxMappedBytes,
  pageItems,
  sourcePageItems,
  writtenItemsCacheKilobytes,
} from '#engine/index/limits.ts';
import { DamagedFileError, reading, checkRow, rowChecksum } from './checksums.ts';
import { openStored } from './databases.ts';
import { StandingItems } from './standing-items.ts';

interface ChangedRow {
  readonly id: string;
  readonly doc: number | null;
  readonly fields: Uint8Array | null;
  readonly source: number | null;
  readonly checksum: number;
}

const noFields = Buffer.from('{}');

/** By one write, the log may be ahead of what is served; then the state before is in `superseded`. */
const servedBy = (key: 'doc' | 'id'): string => `
  select id, doc, cast(fields as blob) as fields, source, checksum from changes where ${key} = ?1 and number <= ?2
  union all select id, doc, cast(fields as blob) as fields, source, checksum from superseded where ${key} = ?1 limit 1`;

/** In the state that is served. */
class ChangedItems {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #byDoc: StatementSync;
  readonly #byId: StatementSync;
  newest = 0;

  constructor(file: string) {
    this.#file = file;
    this.#database = openStored(file);
    this.#byDoc = this.#database.prepare(servedBy('doc'));
    this.#byId = this.#database.prepare(servedBy('id'));
  }

  #served(rows: StatementSync, key: string | number): ChangedRow | undefined {
    const row = reading(this.#file, () => rows.get(key, this.newest)) as unknown as ChangedRow | undefined;
    if (row !== undefined) checkRow(row, row.checksum);
    return row;
  }

  docOf(id: string): number | undefined {
    const row = this.#served(this.#byId, id);
    return row === undefined ? undefined : (row.doc ?? -1);
  }

  item(doc: number): ItemInBytes | undefined {
    const row = this.#served(this.#byDoc, doc);
    return row === undefined ? undefined : new ItemInBytes(row.id, row.fields ?? noFields, row.source);
  }

  close(): void {
    this.#database.close();
  }
}

type Row = readonly [doc: number, id: string, fields: string, source: number | null, checksum: number];

export class ItemWriter {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #byId: StatementSync;
  #count = 0;
  #namesClash = false;

  constructor(file: string) {
    this.#file = file;
    this.#database = new DatabaseSync(file);
    // A generation whose build is cut short is thrown away whole, so no journal is needed; finishing syncs the file.
    this.#database.exec(
      `pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -${writtenItemsCacheKilobytes}`,
    );
    this.#database.exec(
      'create table items (doc integer primary key, id text not null unique, fields text not null, source integer, checksum integer not null) strict',
    );
    this.#insert = this.#database.prepare(
      'insert into items (doc, id, fields, source, checksum) values (?, ?, ?, ?, ?) on conflict (id) do nothing',
    );
    this.#byId = this.#database.prepare('select 1 from items where id = ?');
  }

  get count(): number {
    return this.#count;
  }

  get namesClash(): boolean {
    return this.#namesClash;
  }

  has(id: string): boolean {
    return this.#byId.get(id) !== undefined;
  }

  add(items: readonly Item[]): {
    readonly added: readonly Item[];
    readonly fields: readonly string[];
    readonly duplicates: readonly string[];
  } {
    const added: Item[] = [];
    const fields: string[] = [];
    const duplicates: string[] = [];
    this.#database.exec('begin');
    for (const item of items) {
      const row = { id: item.id, fields: fieldsJsonOf(item), source: item.source ?? null };
      const { changes } = this.#insert.run(this.#count, row.id, row.fields, row.source, rowChecksum(row));
      if (changes === 0) duplicates.push(item.id);
      else {
        this.#count++;
        this.#namesClash ||= namesClash(row.fields);
        added.push(item);
        fields.push(row.fields);
      }
    }
    this.#database.exec('commit');
    return { added, fields, duplicates };
  }

  /** Throws `DamagedFileError` when it is damaged. */
  copy(file: string, gone: ReadonlySet<number>): void {
    const from = openStored(file);
    const rows = from.prepare(`select doc, id, fields, source, checksum from items order by doc`);
    rows.setReturnArrays(true);
    this.#database.exec('begin');
    reading(file, () => {
      for (const [doc, id, fields, source, checksum] of rows.iterate() as unknown as Iterable<Row>) {
        if (gone.has(doc)) continue;
        checkRow({ id, fields, source }, checksum);
        this.#namesClash ||= namesClash(fields);
        this.#insert.run(this.#count++, id, fields, source, checksum);
      }
    });
    this.#database.exec('commit');
    from.close();
  }

  ranks(): Uint32Array {
    const ranks = new Uint32Array(this.#count);
    let rank = 0;
    for (const row of this.#database.prepare('select doc from items order by id').iterate()) ranks[Number(row.doc)] = rank++;
    return ranks;
  }

  finish(): void {
    this.#database.exec('create index items_source on items (source, id) where source is not null');
    this.#database.close();
    syncFile(this.#file);
  }

  abandon(): void {
    this.#database.close();
  }
}

const [itemBytes, heldPerByte] = [200, 3];
const bytesOf = ({ bytes }: ItemInBytes): number => itemBytes + heldPerByte * bytes.length;

interface FollowedChange {
  readonly newest: number;
  readonly patched: readonly number[];
  readonly dead: readonly number[];
  /** Number of items added since the build. */
  readonly addedCount: number;
}

export class ItemStore {
  readonly #folder: string;
  readonly #file: string;
  readonly #builtCount: number;
  readonly #namesClash: boolean;
  readonly #database: DatabaseSync;
  readonly #byDoc: StatementSync;
  readonly #byId: StatementSync;
  readonly #cache = new LRUCache<number, ItemInBytes>({ maxSize: maxCachedItemBytes, sizeCalculation: bytesOf });
  #changed: ChangedItems | null = null;
  readonly #patched = new Set<number>();
  #docs = new WeakMap<readonly string[], readonly number[]>();
  #addedCount = 0;

  constructor(folder: string, { itemCount, namesClash: clashes = true }: Pick<Manifest, 'itemCount' | 'namesClash'>) {
    this.#folder = folder;
    this.#builtCount = itemCount;
    this.#namesClash = clashes;
    this.#file = path.join(folder, itemsFile);
    this.#database = openStored(this.#file);
    // Nobody writes a finished generation, so the read lock is taken once instead of for every item: that is most of a read's time.
    // Mapped, a row is read where the system keeps the file anyway, instead of being copied page by page. As a blob it comes as the bytes
    // that are sent, instead of as a text, which would be decoded here and encoded there.
    this.#database.exec(`pragma locking_mode = exclusive; pragma cache_size = -16000; pragma mmap_size = ${maxMappedBytes}`);
    [this.#byDoc, this.#byId] = reading(this.#file, () => [
      this.#database.prepare('select id, cast(fields as blob), source, checksum from items where doc = ?'),
      this.#database.prepare('select doc from items where id = ?'),
    ]);
    this.#byDoc.setReturnArrays(true);
  }

  followChanges({ newest, patched, dead, addedCount }: FollowedChange): void {
    this.#changed ??= new ChangedItems(path.join(this.#folder, changesFile));
    this.#changed.newest = newest;
    if (dead.length > 0 || addedCount !== this.#addedCount) this.#docs = new WeakMap();
    this.#addedCount = addedCount;
    // The number of a removed item may become another one's.
    for (const doc of dead) this.#cache.delete(doc);
    for (const doc of patched) {
      this.#cache.delete(doc);
      if (doc < this.#builtCount) this.#patched.add(doc);
    }
  }

  get cachedBytes(): number {
    return this.#cache.calculatedSize;
  }

  get patchedCount(): number {
    return this.#patched.size;
  }

  docOf(id: string): number {
    const changed = this.#changed?.docOf(id);
    if (changed !== undefined) return changed;
    const row = reading(this.#file, () => this.#byId.get(id));
    return row === undefined ? -1 : Number(row['doc']);
  }

  /** `docOf` of each. Remembers the answer for the same list. */
  docsOf(ids: readonly string[]): readonly number[] {
    const known = this.#docs.get(ids) ?? ids.map((id) => this.docOf(id));
    this.#docs.set(ids, known);
    return known;
  }

  item(doc: number): Item {
    const cached = this.#cache.get(doc);
    if (cached !== undefined) return cached;
    const isBuilt = doc < this.#builtCount && !this.#patched.has(doc);
    const item = isBuilt ? this.#built(doc) : this.#changed?.item(doc);
    if (item === undefined) throw new DamagedFileError(`${this.#file} lacks item number ${doc}.`);
    this.#cache.set(doc, item);
    return item;
  }

  #built(doc: number): ItemInBytes | undefined {
    // With arrays asked for, a row is the list of its columns, whatever the type says.
    const row = reading(this.#file, () => this.#byDoc.get(doc)) as unknown as
      | readonly [id: string, fields: Uint8Array, source: number | null, checksum: number]
      | undefined;
    if (row === undefined) return undefined;
    const [id, fields, source, checksum] = row;
    checkRow({ id, fields, source }, checksum);
    return new ItemInBytes(id, fields, source, this.#namesClash);
  }

  idsOfSource(source: number, after: string | null): SourcePage {
    const ids = this.#latest((items) => items.pageOfIds(source, after ?? '', sourcePageItems));
    return { ids, next: ids.length < sourcePageItems ? null : ids.at(-1)! };
  }

  itemPage(after: string | null): ItemPage {
    const items = this.#latest((latest) => latest.page(after ?? '', pageItems));
    return { items, next: items.length < pageItems ? null : items.at(-1)!.id };
  }

  #latest<Result>(read: (items: StandingItems) => Result): Result {
    const items = new StandingItems({ items: this.#file, changes: path.join(this.#folder, changesFile) });
    try {
      return read(items);
    } finally {
      items.close();
    }
  }

  close(): void {
    this.#changed?.close();
    this.#database.close();
  }
}
