import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { type ChangedGeneration, changesFile, itemsFile, ranksFile } from '#engine/index/files/generation-files.ts';
import { reading, checkRow } from '#engine/index/files/checksums.ts';
import { holdLock, openStored } from '#engine/index/files/databases.ts';
import { readSegmentFile } from '#engine/index/segment/segment-file.ts';
import { planChanges, type StandingItem } from '#engine/index/item-changes.ts';
import { storedItem } from '#engine/index/stored-item.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';
import { type ChangedItem, ChangeLog } from './change-log.ts';
import { IdOrder, InPlace, type PatchedItem, TailFiles, type TailState, Tail, type TailSegment } from './tail.ts';
import { KeptChanges } from './kept-changes.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { isDiskFull } from '#process-kit/storage-failure.ts';

export interface ChangeResult {
  readonly outcomes: readonly ChangeOutcome[];
  readonly state: TailState;
  readonly problems?: readonly string[];
}

interface Closeable {
  close(): void;
}

interface Opened {
  readonly lock: DatabaseSync;
  readonly log: KeptChanges;
  readonly items: DatabaseSync;
}

interface Standing {
  readonly doc: number | null;
  readonly fields: string | null;
  readonly source: number | null;
}

const fieldsOf = (json: string): Item['fields'] => JSON.parse(json) as Item['fields'];

const lockWaitMs = 15_000;

export interface Changed {
  readonly outcomes: readonly ChangeOutcome[];
  readonly dead: readonly number[];
  readonly inPlace: readonly PatchedItem[];
}

/** A durable log of changes, and an index of them beside the build's. */
class GenerationChanges {
  readonly #lock: DatabaseSync;
  readonly #log: KeptChanges;
  readonly #items: DatabaseSync;
  readonly #built: StatementSync;
  readonly #tail: Tail;
  readonly #files: TailFiles;
  readonly #inPlace: InPlace;
  readonly #order: IdOrder;
  #newest: number;
  readonly #tailIds: string[] = [];
  readonly #builtDocs: number[] = [];

  private constructor({ folder, layout, itemCount }: ChangedGeneration, ranks: Uint32Array, { lock, log, items }: Opened) {
    this.#lock = lock;
    this.#log = log;
    this.#newest = log.newest;
    this.#items = items;
    this.#built = this.#items.prepare(`select doc, fields, source, checksum from items where id = ?`);
    this.#tail = new Tail(layout, itemCount);
    this.#files = new TailFiles(folder);
    this.#inPlace = new InPlace(layout);
    this.#order = new IdOrder(this.#items, ranks);
  }

  static async open(generation: ChangedGeneration): Promise<GenerationChanges> {
    const { folder } = generation;
    const opened: Closeable[] = [];
    const opening = <One extends Closeable>(one: One): One => {
      opened.push(one);
      return one;
    };
    try {
      // Whoever comes next waits until all that was begun before is in the log.
      const lock = opening(holdLock(path.join(folder, 'changes.lock'), lockWaitMs));
      const log = opening(new KeptChanges(folder));
      const ranks = await readSegmentFile(path.join(folder, ranksFile));
      const items = opening(openStored(path.join(folder, itemsFile)));
      const changes = new GenerationChanges(generation, ranks.uint32('ranks'), { lock, log, items });
      changes.#replay();
      return changes;
    } catch (error) {
      // A lock that nobody knows of any more would hold up every later change.
      for (const one of opened.toReversed()) one.close();
      throw error;
    }
  }

  /** Items of the tail keep the numbers that searches know; gone ones leave an empty place. */
  #replay(): void {
    const places: (ChangedItem | null)[] = [];
    for (const changed of this.#log.all()) {
      if (changed.doc === null || !this.#tail.has(changed.doc)) continue;
      while (this.#tail.nextDoc + places.length < changed.doc) places.push(null);
      places.push(changed);
    }
    this.#index(places);
  }

  get problems(): readonly string[] {
    return this.#log.problems;
  }

  state(): TailState {
    const dead: number[] = [];
    const inPlace: PatchedItem[] = [];
    for (const { id, doc, fields } of this.#log.all()) {
      const built = this.#built.get(id);
      if (built === undefined) continue;
      if (doc === Number(built['doc']) && fields !== null)
        inPlace.push({ doc, now: fieldsOf(fields), before: fieldsOf(String(built['fields'])) });
      else dead.push(Number(built['doc']));
    }
    return this.stateAfter({ dead, inPlace: [...inPlace, ...this.#tail.patched] }, []);
  }

  change(changes: readonly ItemChange[]): Changed {
    const { outcomes, items: pending } = planChanges(changes, (id) => this.#itemNow(id));
    if (pending.size === 0) return { outcomes, dead: [], inPlace: [] };
    const inPlace: PatchedItem[] = [];
    const dead: number[] = [];
    let doc = this.#tail.nextDoc;
    const changed = [...pending].map(([id, item]): ChangedItem => {
      const fields = item?.json ?? null;
      const { doc: old, patched } = this.#inPlaceOf(id, fields);
      if (patched !== null) inPlace.push(patched);
      else if (old !== null) dead.push(old);
      const number = (this.#newest += 1);
      return { id, doc: patched?.doc ?? (fields === null ? null : doc++), fields, number, source: item?.source ?? null };
    });
    const firstFresh = this.#tail.nextDoc;
    this.#log.write(changed);
    crashPoint('changes:journaled');
    for (const old of dead) if (this.#tail.has(old)) this.#tail.remove(old);
    for (const patched of inPlace) if (this.#tail.has(patched.doc)) this.#tail.patch(patched.doc, patched.now);
    this.#index(changed.filter((one) => one.doc !== null && one.doc >= firstFresh));
    return { outcomes, dead, inPlace };
  }

  #inPlaceOf(id: string, fields: string | null): { readonly doc: number | null; readonly patched: PatchedItem | null } {
    const { doc, fields: standing } = this.#standing(id);
    if (doc === null || standing === null || fields === null) return { doc, patched: null };
    const [before, now] = [fieldsOf(standing), fieldsOf(fields)];
    return { doc, patched: this.#inPlace.allows(before, now) ? { doc, before, now } : null };
  }

  /** `known` are tail segments that searches have. */
  stateAfter({ dead, inPlace }: Pick<Changed, 'dead' | 'inPlace'>, known: readonly number[]): TailState {
    const fresh = this.#tail.segments.filter(({ number }) => !known.includes(number));
    return {
      segments: this.#segments(fresh),
      ranks: this.#ranks(),
      dead: [...dead, ...fresh.flatMap((segment) => this.#tail.goneIn(segment))],
      patches: this.#inPlace.patches(inPlace),
      patched: inPlace.map(({ doc }) => doc),
      newest: this.#newest,
    };
  }

  #segments(fresh: readonly TailSegment[]): TailState['segments'] {
    return this.#tail.segments.map((one) => ({
      number: one.number,
      file: fresh.includes(one) ? this.#files.write(one.bytes) : null,
    }));
  }

  #standing(id: string): Standing {
    const changed = this.#log.get(id);
    if (changed !== undefined) return changed;
    const row = reading(itemsFile, () => this.#built.get(id));
    if (row === undefined) return { doc: null, fields: null, source: null };
    const [fields, source] = [String(row['fields']), row['source'] as number | null];
    checkRow({ id, fields, source }, row['checksum']);
    return { doc: Number(row['doc']), fields, source };
  }

  #itemNow(id: string): StandingItem | null {
    const { fields, source } = this.#standing(id);
    return fields === null ? null : { json: fields, source };
  }

  #builtDoc(id: string): number {
    const row = this.#built.get(id);
    return row === undefined ? -1 : Number(row['doc']);
  }

  #index(changed: readonly (ChangedItem | null)[]): void {
    for (const one of changed) {
      const built = one === null ? -1 : this.#builtDoc(one.id);
      if (one !== null && built < 0) this.#order.add(one.id);
      this.#tailIds.push(one?.id ?? '');
      this.#builtDocs.push(built);
    }
    this.#tail.add(changed.map((one) => one && { id: one.id, fields: fieldsOf(one.fields ?? '{}') }));
  }

  #ranks(): Float64Array {
    const later = this.#order.laterPlaces();
    return Float64Array.from(this.#tailIds, (id, at) => {
      const built = this.#builtDocs[at]!;
      return built < 0 ? (later.get(id) ?? 0) : this.#order.builtPlace(built);
    });
  }

  close(): void {
    this.#log.close();
    this.#items.close();
    this.#lock.close();
  }
}

export function changesSince({ folder }: ChangedGeneration, number: number): ItemChange[] {
  const log = new ChangeLog(path.join(folder, changesFile));
  const later = log.all().filter((changed) => changed.number > number);
  log.close();
  return later.map(({ id, fields, source }) =>
    fields === null ? { kind: 'remove', id } : { kind: 'put', item: storedItem(id, fields, source) },
  );
}

interface OpenedChanges {
  readonly changes: Promise<GenerationChanges>;
  timer: NodeJS.Timeout | null;
}

/** Closes files that are idle, so that many shops hold few files open. */
export class OpenChanges {
  readonly #idleMs: number;
  readonly #opened = new Map<string, OpenedChanges>();

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  async with<Result>(generation: ChangedGeneration, work: (changes: GenerationChanges) => Result): Promise<Result> {
    const changes = await this.#open(generation);
    try {
      return work(changes);
    } catch (error) {
      // The log may have what the index lacks, so the next request rereads it. A full disk refuses the log alone.
      if (!isDiskFull(error)) await this.close(generation);
      throw error;
    }
  }

  #open(generation: ChangedGeneration): Promise<GenerationChanges> {
    const known = this.#opened.get(generation.folder);
    if (known !== undefined) {
      known.timer?.refresh();
      return known.changes;
    }
    const opened: OpenedChanges = { changes: GenerationChanges.open(generation), timer: null };
    this.#opened.set(generation.folder, opened);
    const idle = (): void => void this.close(generation);
    return opened.changes.then(
      (changes) => {
        if (this.#opened.get(generation.folder) === opened) opened.timer = setTimeout(idle, this.#idleMs).unref();
        return changes;
      },
      (error: unknown) => {
        this.#opened.delete(generation.folder);
        throw error;
      },
    );
  }

  async close({ folder }: ChangedGeneration): Promise<void> {
    const opened = this.#opened.get(folder);
    this.#opened.delete(folder);
    if (opened === undefined) return;
    if (opened.timer !== null) clearTimeout(opened.timer);
    (await opened.changes).close();
  }
}
