import { existsSync } from 'node:fs';
import path from 'node:path';
import { ChangeWriter } from '#engine/index/changes/change-writer.ts';
import { type TailState, takeTail } from '#engine/index/changes/tail-files.ts';
import { DamagedFileError } from '#engine/index/files/damaged-file.ts';
import { CollectionFiles, itemsFile, type LivePointer } from '#engine/index/files/generation-files.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { readGeneration } from '#engine/search/generation/generation-parts.ts';
import { verifyAfterMs } from '#engine/index/limits.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { OwnGeneration, type ServedGeneration } from './threads/served-generation.ts';
import { SearchThreads } from './threads/search-threads.ts';

interface LiveCollectionsOptions {
  readonly directory: string;
  readonly memoryBudgetBytes: number;
  /** How many threads search; 0 searches in this one. */
  readonly threadCount: number;
  readonly closeChangesAfterMs: number | undefined;
  readonly kernelAtLeastItems: number | undefined;
  readonly onProblem: (message: string) => void;
  /** Answers what serves instead of a damaged live generation. */
  readonly heal: (collection: string, live: LivePointer, error: DamagedFileError) => Promise<ServedGeneration>;
}

/** The generations that are searched, read from their files when they are first asked for. */
export class LiveCollections {
  readonly writer: ChangeWriter;
  readonly #options: LiveCollectionsOptions;
  readonly #loaded: LoadedCollections;
  readonly #threads: SearchThreads | null;
  /** Generations that turned out to be damaged while they were searched, by name. */
  readonly #damaged = new Map<string, DamagedFileError>();
  /** Those that were loaded again for that. */
  readonly #suspected = new Set<string>();
  /** Those whose items were looked at as a whole since the start. */
  readonly #verified = new Set<string>();

  constructor(options: LiveCollectionsOptions) {
    this.#options = options;
    this.writer = new ChangeWriter(options.closeChangesAfterMs);
    this.#loaded = new LoadedCollections(options.memoryBudgetBytes);
    const { threadCount } = options;
    this.#threads = threadCount === 0 ? null : new SearchThreads(threadCount, (error) => this.#reload(error));
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

  /** The collection's generation if it is in memory by now. */
  known(collection: string): Promise<ServedGeneration | null> {
    return this.#loaded.known(collection);
  }

  /** Does work for which the generation has to stay in memory. */
  whileHeld<Result>(collection: string, work: () => Promise<Result>): Promise<Result> {
    return this.#loaded.whileHeld(collection, work);
  }

  /**
   * A generation that serves can't be read: whoever searches next gets what serves instead. At first it is loaded again, as that mends
   * what was changed since the build.
   */
  async noteDamage(collection: string, generation: string, error: DamagedFileError): Promise<void> {
    if (this.#suspected.has(generation)) this.#damaged.set(generation, error);
    this.#suspected.add(generation);
    await this.#release(collection, generation);
    if ((await this.known(collection))?.name === generation) await this.forget(collection);
  }

  /** Mends what was changed since the build, as far as it can be. */
  async mendChanges(collection: string, generation: string): Promise<void> {
    const files = this.files(collection);
    const manifest = files.manifest(generation);
    if (manifest === null || !files.wasChanged(generation)) return;
    // What fails besides is told by what needs it.
    const { told } = await this.writer.state(files.changed(generation, manifest)).catch(() => ({ told: [] }));
    for (const message of told ?? []) this.#options.onProblem(message);
  }

  /** The next change opens the generation's files again. */
  async #release(collection: string, generation: string): Promise<void> {
    const files = this.files(collection);
    const manifest = files.manifest(generation);
    if (manifest !== null) await this.writer.release(files.changed(generation, manifest)).catch(() => null);
  }

  /** Serves another generation from now on. */
  serve(collection: string, generation: ServedGeneration): void {
    this.#loaded.set(collection, generation);
  }

  /**
   * Makes a loaded generation live and serves it. The pointer decides, also where writing its copy fails: what serves beside it could not be
   * changed until the next start.
   */
  async goLive(collection: string, pointer: LivePointer, loaded: ServedGeneration): Promise<void> {
    const files = this.files(collection);
    try {
      await files.writeLive(pointer);
    } finally {
      if (files.live()?.current === pointer.current) this.serve(collection, loaded);
      else loaded.close();
    }
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
    const parts = await readGeneration(files, name, this.#options.kernelAtLeastItems);
    const generation = this.#threads === null ? new OwnGeneration(new LoadedGeneration(parts)) : await this.#threads.open(parts);
    if (!files.wasChanged(name)) return generation;
    const { state, told } = await this.writer.state(files.changed(name, generation.manifest));
    for (const message of told ?? []) this.#options.onProblem(message);
    await this.follow(generation, state);
    return generation;
  }

  /** Whether the stored items of a generation have the bytes that were written. */
  async isWhole(files: CollectionFiles, name: string): Promise<boolean> {
    const manifest = files.manifest(name);
    const file = path.join(files.generationFolder(name), itemsFile);
    return manifest !== null && existsSync(file) && this.writer.verify(file, manifest.itemsChecksum);
  }

  /** Reading all items takes longer than a start may, so it is done while they are searched. */
  #verify(files: CollectionFiles, name: string, { manifest }: ServedGeneration): void {
    const file = path.join(files.generationFolder(name), itemsFile);
    const look = async (): Promise<void> => {
      if (!existsSync(file) || (await this.writer.verify(file, manifest.itemsChecksum)) || !existsSync(file)) return;
      this.#suspected.add(name);
      await this.noteDamage(files.collection, name, new DamagedFileError(`${file} does not have the bytes that were written.`));
      await this.get(files.collection);
    };
    // A server that stops, or a generation that has just gone. Whatever else there is, a search finds.
    look().catch(() => this.#verified.delete(name));
  }

  /** Serves what was changed. */
  async follow(generation: ServedGeneration, state: TailState): Promise<void> {
    await generation.follow(await takeTail(state));
  }

  async #loadWhole(collection: string): Promise<ServedGeneration | null> {
    const files = this.files(collection);
    const live = files.live();
    if (live === null) return null;
    if (live.isLost === true) throw new SearchDownError(`The index of ${collection} is damaged. Import its feeds again.`);
    if (files.isOutdated(live.current))
      throw new SearchDownError(`The index of ${collection} is being rebuilt, as another version of Aisle has written it.`);
    try {
      const damage = this.#damaged.get(live.current);
      if (damage !== undefined) throw damage;
      const loaded = await this.load(files, live.current);
      if (!this.#verified.has(live.current)) setTimeout(() => this.#verify(files, live.current, loaded), verifyAfterMs).unref();
      this.#verified.add(live.current);
      return loaded;
    } catch (error) {
      // Another one went live meanwhile, and this one is gone.
      if (files.live()?.current !== live.current) return this.#loadWhole(collection);
      if (error instanceof DamagedFileError) return this.#options.heal(collection, live, error);
      if (error instanceof SearchDownError) throw error;
      throw new SearchDownError(`The index of ${collection} can't be read now.`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#loaded.close();
    await this.#threads?.close();
    await this.writer.close();
  }
}
