import type { Generation } from './generation.ts';

/** A live generation in memory or on its way there. */
interface Loaded {
  readonly generation: Promise<Generation | null>;
  /** 0 until it is loaded. */
  bytes: number;
}

/**
 * Closes a generation once the searches that already hold it are through: they run to their end in one go. A generation that was
 * loaded by making its successor is the successor.
 */
async function release({ generation: loading }: Loaded, successor?: Generation): Promise<void> {
  const generation = await loading.catch(() => null);
  await new Promise((resolve) => setImmediate(resolve));
  if (generation !== successor) generation?.close();
}

/** The live generations in memory, within a budget: those searched longest ago leave first. */
export class LoadedCollections {
  readonly #budgetBytes: number;
  /** The collection searched last stands at the end. */
  readonly #loaded = new Map<string, Loaded>();

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** The collection's generation; `load` is called when it isn't in memory. */
  async get(collection: string, load: () => Promise<Generation | null>): Promise<Generation | null> {
    const known = this.#loaded.get(collection);
    const entry = known ?? { generation: load(), bytes: 0 };
    this.#loaded.delete(collection);
    this.#loaded.set(collection, entry);
    if (known !== undefined) return known.generation;
    const generation = await entry.generation.catch((error: unknown) => {
      this.#forget(collection, entry);
      throw error;
    });
    entry.bytes = generation?.bytes ?? 0;
    if (generation === null) this.#forget(collection, entry);
    this.#makeRoom(collection);
    return generation;
  }

  #forget(collection: string, entry: Loaded): void {
    if (this.#loaded.get(collection) === entry) this.#loaded.delete(collection);
  }

  /** The collection's generation if it is in memory by now. */
  async known(collection: string): Promise<Generation | null> {
    const entry = this.#loaded.get(collection);
    // One that is damaged is on its way there until what is built again serves.
    return entry === undefined || entry.bytes === 0 ? null : entry.generation;
  }

  /** Serves another generation from now on. */
  set(collection: string, generation: Generation): void {
    const before = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    this.#loaded.set(collection, { generation: Promise.resolve(generation), bytes: generation.bytes });
    if (before !== undefined) void release(before, generation);
    this.#makeRoom(collection);
  }

  async remove(collection: string): Promise<void> {
    const entry = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    if (entry !== undefined) await release(entry);
  }

  #makeRoom(keep: string): void {
    let total = [...this.#loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [collection, entry] of this.#loaded) {
      if (total <= this.#budgetBytes) return;
      if (collection === keep || entry.bytes === 0) continue;
      total -= entry.bytes;
      this.#loaded.delete(collection);
      void release(entry);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#loaded.keys()].map((collection) => this.remove(collection)));
  }
}
