import { ChangeWriter } from './changes/change-writer.ts';
import { CollectionFiles } from './generation-files.ts';
import { loadGeneration } from './generation.ts';
import type { Generation } from './generation.ts';
import { LoadedCollections } from './loaded-collections.ts';

interface LiveGenerationsOptions {
  readonly directory: string;
  readonly memoryBudgetBytes: number;
  readonly onProblem: (message: string) => void;
  /** Builds a damaged generation again from its items and serves it. Rejects when they are damaged too. */
  readonly rebuild: (collection: string, generation: string) => Promise<Generation>;
}

/** The generations that are searched, read from their files when they are first asked for. */
export class LiveGenerations {
  readonly writer = new ChangeWriter();
  readonly #options: LiveGenerationsOptions;
  readonly #loaded: LoadedCollections;

  constructor(options: LiveGenerationsOptions) {
    this.#options = options;
    this.#loaded = new LoadedCollections(options.memoryBudgetBytes);
  }

  files(collection: string): CollectionFiles {
    return new CollectionFiles(this.#options.directory, collection);
  }

  /** null when nothing was ever published. */
  get(collection: string): Promise<Generation | null> {
    return this.#loaded.get(collection, () => this.#loadWhole(collection));
  }

  /** Serves another generation from now on. */
  serve(collection: string, generation: Generation): void {
    this.#loaded.set(collection, generation);
  }

  /** The next search reads it from its files again. */
  forget(collection: string): Promise<void> {
    return this.#loaded.remove(collection);
  }

  /** Reads a generation that is going to serve, and makes ready what searches asked of the one that serves now. */
  async loadNext(collection: string, name: string): Promise<Generation> {
    const generation = await this.load(this.files(collection), name);
    await generation.prepareAs(await this.#loaded.known(collection));
    return generation;
  }

  /** Reads a generation with what was changed since its build. */
  async load(files: CollectionFiles, name: string): Promise<Generation> {
    const generation = await loadGeneration(files, name);
    if (!files.wasChanged(name)) return generation;
    const { state } = await this.writer.state(files.changed(name, generation.manifest));
    await generation.follow(state);
    return generation;
  }

  /** A damaged generation is built again; meanwhile the one before it serves, and somebody is told. */
  async #loadWhole(collection: string): Promise<Generation | null> {
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
    await this.writer.close();
  }
}
