import { ChangeWriter } from './changes/change-writer.ts';
import type { TailState } from './changes/generation-changes.ts';
import { takeTail } from './changes/tail-files.ts';
import { CollectionFiles } from './generation-files.ts';
import { Generation } from './generation.ts';
import { readGeneration } from './generation-parts.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { OwnGeneration, type ServedGeneration } from './served-generation.ts';
import { SearchThreads } from './threads/search-threads.ts';

interface LiveGenerationsOptions {
  readonly directory: string;
  readonly memoryBudgetBytes: number;
  /** How many threads search; 0 searches in this one. */
  readonly threadCount: number;
  readonly onProblem: (message: string) => void;
  /** Builds a damaged generation again from its items and serves it. Rejects when they are damaged too. */
  readonly rebuild: (collection: string, generation: string) => Promise<ServedGeneration>;
}

/** The generations that are searched, read from their files when they are first asked for. */
export class LiveGenerations {
  readonly writer = new ChangeWriter();
  readonly #options: LiveGenerationsOptions;
  readonly #loaded: LoadedCollections;
  readonly #threads: SearchThreads | null;

  constructor(options: LiveGenerationsOptions) {
    this.#options = options;
    this.#loaded = new LoadedCollections(options.memoryBudgetBytes);
    this.#threads = options.threadCount === 0 ? null : new SearchThreads(options.threadCount, (error) => this.#reload(error));
  }

  #reload(error: Error): void {
    this.#options.onProblem(`A search thread was lost and another one is started: ${error.message}`);
    void this.#loaded.close();
  }

  files(collection: string): CollectionFiles {
    return new CollectionFiles(this.#options.directory, collection);
  }

  /** null when nothing was ever published. */
  get(collection: string): Promise<ServedGeneration | null> {
    return this.#loaded.get(collection, () => this.#loadWhole(collection));
  }

  /** Serves another generation from now on. */
  serve(collection: string, generation: ServedGeneration): void {
    this.#loaded.set(collection, generation);
  }

  /** The next search reads it from its files again. */
  forget(collection: string): Promise<void> {
    return this.#loaded.remove(collection);
  }

  /** Reads a generation that is going to serve, and makes ready what searches asked of the one that serves now. */
  async loadNext(collection: string, name: string): Promise<ServedGeneration> {
    const generation = await this.load(this.files(collection), name);
    const served = await this.#loaded.known(collection);
    if (served !== null) await generation.prepareAs(served);
    return generation;
  }

  /** Reads a generation with what was changed since its build. */
  async load(files: CollectionFiles, name: string): Promise<ServedGeneration> {
    const parts = await readGeneration(files, name);
    const generation = this.#threads === null ? new OwnGeneration(new Generation(parts)) : await this.#threads.open(parts);
    if (!files.wasChanged(name)) return generation;
    const { state } = await this.writer.state(files.changed(name, generation.manifest));
    await this.follow(generation, state);
    return generation;
  }

  /** Serves what was changed. */
  async follow(generation: ServedGeneration, state: TailState): Promise<void> {
    await generation.follow(await takeTail(state));
  }

  /** A damaged generation is built again; meanwhile the one before it serves, and somebody is told. */
  async #loadWhole(collection: string): Promise<ServedGeneration | null> {
    const files = this.files(collection);
    const live = files.live();
    if (live === null) return null;
    try {
      return await this.load(files, live.current);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onProblem(`The live generation of ${collection} can't be read and is built again: ${reason}`);
      const rebuilt = this.#options.rebuild(collection, live.current);
      if (live.previous === null) return rebuilt;
      rebuilt.catch((failure: unknown) => {
        const { previous } = live;
        this.#options.onProblem(
          `The live generation of ${collection} can't be built again, so ${previous} serves: ${String(failure)}`,
        );
      });
      return this.load(files, live.previous);
    }
  }

  async close(): Promise<void> {
    await this.#loaded.close();
    await this.#threads?.close();
    await this.writer.close();
  }
}
