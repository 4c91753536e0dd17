import type { Awaitable } from '#process-kit/work.ts';
import type { ServedGeneration, TellFollowers } from './served-generation.ts';

interface Loaded {
  readonly generation: Promise<ServedGeneration | null>;
  served: ServedGeneration | null;
  bytes: number;
}

interface Sessions {
  openCount: number;
  /** Called once none is open. */
  onEnd: (() => void) | null;
}

const sessions = new WeakMap<ServedGeneration, Sessions>();

/** Returns what ends it. */
export function beginSession(generation: ServedGeneration): () => void {
  const open = sessions.get(generation) ?? { openCount: 0, onEnd: null };
  sessions.set(generation, open);
  open.openCount += 1;
  return () => {
    open.openCount -= 1;
    if (open.openCount === 0) open.onEnd?.();
  };
}

/** Waits for open sessions. */
export async function closeUnused(generation: ServedGeneration): Promise<void> {
  const open = sessions.get(generation);
  while (open !== undefined && open.openCount > 0) await new Promise<void>((resolve) => (open.onEnd = resolve));
  generation.close();
}

async function release({ generation: loading }: Loaded, successor?: ServedGeneration): Promise<void> {
  const generation = await loading.catch(() => null);
  await new Promise((resolve) => setImmediate(resolve));
  if (generation !== null && generation !== successor) await closeUnused(generation);
}

/** Evicts the least recently searched. Sizes grow as collections are searched, so each ask looks at them. */
export class LoadedCollections {
  readonly #budgetBytes: number;
  readonly #loaded = new Map<string, Loaded>();
  #bytes = 0;
  readonly #pinned = new Map<string, number>();
  readonly #tell: TellFollowers;

  constructor(budgetBytes: number, tell: TellFollowers = () => Promise.resolve()) {
    this.#budgetBytes = budgetBytes;
    this.#tell = tell;
  }

  get(collection: string, load: () => Promise<ServedGeneration | null>): Awaitable<ServedGeneration | null> {
    const known = this.#loaded.get(collection);
    if (known === undefined) return this.#begin(collection, load).generation;
    this.noteSearched(collection);
    return known.served ?? known.generation;
  }

  #begin(collection: string, load: () => Promise<ServedGeneration | null>): Loaded {
    const entry: Loaded = {
      generation: load().then((generation) => this.#take(collection, entry, generation)),
      served: null,
      bytes: 0,
    };
    entry.generation.catch(() => this.#forget(collection, entry));
    this.#loaded.set(collection, entry);
    return entry;
  }

  async #take(collection: string, entry: Loaded, generation: ServedGeneration | null): Promise<ServedGeneration | null> {
    if (generation === null) this.#forget(collection, entry);
    if (this.#loaded.get(collection) !== entry || generation === null) return generation;
    await this.#tell({ kind: 'live', collection, generation: generation.number });
    entry.served = generation;
    this.#makeRoom(collection);
    return generation;
  }

  #forget(collection: string, entry: Loaded): void {
    if (this.#loaded.get(collection) === entry) this.#takeOut(collection);
  }

  /** Followers load it again before their next search. */
  #takeOut(collection: string): Loaded | undefined {
    void this.#tell({ kind: 'live', collection, generation: null });
    return this.#replace(collection);
  }

  #replace(collection: string): Loaded | undefined {
    const entry = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    this.#bytes -= entry?.bytes ?? 0;
    return entry;
  }

  /** Nothing while it is loaded, or built again. */
  known(collection: string): ServedGeneration | null {
    return this.#loaded.get(collection)?.served ?? null;
  }

  async set(collection: string, generation: ServedGeneration): Promise<void> {
    const before = this.#replace(collection);
    this.#loaded.set(collection, { generation: Promise.resolve(generation), served: generation, bytes: 0 });
    const told = this.#tell({ kind: 'live', collection, generation: generation.number });
    if (before !== undefined) void release(before, generation);
    this.#makeRoom(collection);
    await told;
  }

  noteSearched(collection: string): void {
    const entry = this.#loaded.get(collection);
    if (entry === undefined) return;
    this.#loaded.delete(collection);
    this.#loaded.set(collection, entry);
    this.#makeRoom(collection);
  }

  async remove(collection: string): Promise<void> {
    const entry = this.#takeOut(collection);
    if (entry !== undefined) await release(entry);
  }

  async whilePinned<Result>(collection: string, work: () => Promise<Result>): Promise<Result> {
    this.#pinned.set(collection, (this.#pinned.get(collection) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const others = this.#pinned.get(collection)! - 1;
      if (others > 0) this.#pinned.set(collection, others);
      else this.#pinned.delete(collection);
    }
  }

  #makeRoom(keep: string): void {
    const kept = this.#loaded.get(keep);
    if (kept !== undefined) {
      const bytes = kept.served?.bytes ?? 0;
      this.#bytes += bytes - kept.bytes;
      kept.bytes = bytes;
    }
    if (this.#bytes <= this.#budgetBytes) return;
    for (const [collection, entry] of this.#loaded) {
      if (this.#bytes <= this.#budgetBytes) return;
      if (collection === keep || entry.served === null || this.#pinned.has(collection)) continue;
      this.#takeOut(collection);
      void release(entry);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#loaded.keys()].map((collection) => this.remove(collection)));
  }
}
