import type { ServedGeneration } from './served-generation.ts';

/** A live generation in memory or on its way there. */
interface Loaded {
  readonly generation: Promise<ServedGeneration | null>;
  /** null until it is loaded. */
  served: ServedGeneration | null;
}

const bytesOf = ({ served }: Loaded): number => served?.bytes ?? 0;

/** Searches of several asks that are not over yet. */
const sessions = new WeakMap<ServedGeneration, Set<Promise<void>>>();

/** Keeps a generation open until what it answers is called. */
export function hold(generation: ServedGeneration): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = sessions.get(generation) ?? new Set();
  sessions.set(generation, held.add(promise));
  return () => {
    held.delete(promise);
    resolve();
  };
}

/**
 * Closes a generation once the searches that already have it are through: single asks run to their end in one go. A generation that was
 * loaded by making its successor is the successor.
 */
async function release({ generation: loading }: Loaded, successor?: ServedGeneration): Promise<void> {
  const generation = await loading.catch(() => null);
  await new Promise((resolve) => setImmediate(resolve));
  if (generation === null || generation === successor) return;
  const held = sessions.get(generation) ?? new Set();
  while (held.size > 0) await Promise.all(held);
  generation.close();
}

/** The live generations in memory, within a budget: those searched longest ago leave first. */
export class LoadedCollections {
  readonly #budgetBytes: number;
  /** The collection searched last stands at the end. */
  readonly #loaded = new Map<string, Loaded>();
  /** How often each collection is needed just now. */
  readonly #held = new Map<string, number>();

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** The collection's generation; `load` is called when it isn't in memory. */
  async get(collection: string, load: () => Promise<ServedGeneration | null>): Promise<ServedGeneration | null> {
    const known = this.#loaded.get(collection);
    const entry = known ?? { generation: load(), served: null };
    this.#loaded.delete(collection);
    this.#loaded.set(collection, entry);
    if (known !== undefined) return known.generation;
    const generation = await entry.generation.catch((error: unknown) => {
      this.#forget(collection, entry);
      throw error;
    });
    entry.served = generation;
    if (generation === null) this.#forget(collection, entry);
    this.#makeRoom(collection);
    return generation;
  }

  #forget(collection: string, entry: Loaded): void {
    if (this.#loaded.get(collection) === entry) this.#loaded.delete(collection);
  }

  /** The collection's generation if it is in memory by now. */
  async known(collection: string): Promise<ServedGeneration | null> {
    const entry = this.#loaded.get(collection);
    // One that is damaged is on its way there until what is built again serves.
    return entry?.served ?? null;
  }

  /** Serves another generation from now on. */
  set(collection: string, generation: ServedGeneration): void {
    const before = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    this.#loaded.set(collection, { generation: Promise.resolve(generation), served: generation });
    if (before !== undefined) void release(before, generation);
    this.#makeRoom(collection);
  }

  async remove(collection: string): Promise<void> {
    const entry = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    if (entry !== undefined) await release(entry);
  }

  /** The collection doesn't leave while the work goes on. */
  async whileHeld<Result>(collection: string, work: () => Promise<Result>): Promise<Result> {
    this.#held.set(collection, (this.#held.get(collection) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const others = this.#held.get(collection)! - 1;
      if (others > 0) this.#held.set(collection, others);
      else this.#held.delete(collection);
    }
  }

  #makeRoom(keep: string): void {
    let total = [...this.#loaded.values()].reduce((sum, entry) => sum + bytesOf(entry), 0);
    for (const [collection, entry] of this.#loaded) {
      if (total <= this.#budgetBytes) return;
      if (collection === keep || entry.served === null || this.#held.has(collection)) continue;
      total -= bytesOf(entry);
      this.#loaded.delete(collection);
      void release(entry);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#loaded.keys()].map((collection) => this.remove(collection)));
  }
}
