import { existsSync } from 'node:fs';
import type { Awaitable } from '#process-kit/work.ts';
import path from 'node:path';
import { ChangeWriter } from '#engine/index/changes/change-writer.ts';
import { type TailState, takeTail } from '#engine/index/changes/tail.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import { CollectionFiles, itemsFile, type LivePointer, type Manifest } from '#engine/index/files/generation-files.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { readGeneration } from '#engine/search/generation/loaded-generation.ts';
import { verifyAfterMs } from '#engine/index/limits.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { FollowedGeneration, OwnGeneration, type ServedGeneration, type TellFollowers } from './served-generation.ts';

interface LiveCollectionsOptions {
  readonly directory: string;
  readonly memoryBudgetBytes: number;
  readonly tellFollowers: TellFollowers | null;
  readonly closeChangesAfterMs: number | undefined;
  readonly kernelAtLeastItems: number | undefined;
  readonly onProblem: (message: string) => void;
  readonly heal: (collection: string, live: LivePointer, error: DamagedFileError) => Promise<ServedGeneration>;
}

export class LiveCollections {
  readonly writer: ChangeWriter;
  readonly #options: LiveCollectionsOptions;
  readonly loaded: LoadedCollections;
  #opened = 0;
  readonly #damaged = new Map<string, DamagedFileError>();
  readonly #suspected = new Set<string>();
  readonly #verified = new Set<string>();

  constructor(options: LiveCollectionsOptions) {
    this.#options = options;
    this.writer = new ChangeWriter(options.closeChangesAfterMs);
    this.loaded = new LoadedCollections(options.memoryBudgetBytes, options.tellFollowers ?? undefined);
  }

  files(collection: string): CollectionFiles {
    return new CollectionFiles(this.#options.directory, collection);
  }

  /** At once if it is loaded. */
  get(collection: string): Awaitable<ServedGeneration | null> {
    return this.loaded.get(collection, () => this.#loadWhole(collection));
  }

  /** Loads it again first, which restores its changes; a second damage heals it. */
  async noteDamage(collection: string, generation: string, error: DamagedFileError): Promise<void> {
    if (this.#suspected.has(generation)) this.#damaged.set(generation, error);
    this.#suspected.add(generation);
    await this.#release(collection, generation);
    if (this.loaded.known(collection)?.name === generation) await this.loaded.remove(collection);
  }

  async mendChanges(collection: string, generation: string): Promise<void> {
    const files = this.files(collection);
    const manifest = files.manifest(generation);
    if (manifest === null || !files.wasChanged(generation)) return;
    // Other failures are reported by the next change or search.
    await this.#changesOf(files, generation, manifest).catch(() => null);
  }

  async #release(collection: string, generation: string): Promise<void> {
    const files = this.files(collection);
    const manifest = files.manifest(generation);
    if (manifest !== null) await this.writer.release(files.changed(generation, manifest)).catch(() => null);
  }

  /** The pointer decides, even if writing its copy fails. */
  async goLive(collection: string, pointer: LivePointer, loaded: ServedGeneration): Promise<void> {
    const files = this.files(collection);
    try {
      await files.writeLive(pointer);
    } finally {
      if (files.live()?.current === pointer.current) await this.loaded.set(collection, loaded);
      else loaded.close();
    }
  }

  async loadNext(collection: string, name: string): Promise<ServedGeneration> {
    const generation = await this.load(this.files(collection), name);
    const served = this.loaded.known(collection);
    if (served !== null) await generation.prepareAs(served);
    return generation;
  }

  async load(files: CollectionFiles, name: string): Promise<ServedGeneration> {
    const parts = await readGeneration(files, name, this.#options.kernelAtLeastItems);
    const { tellFollowers } = this.#options;
    const generation =
      tellFollowers === null
        ? new OwnGeneration(parts)
        : await FollowedGeneration.open(parts, (this.#opened += 1), tellFollowers);
    if (!files.wasChanged(name)) return generation;
    await this.follow(generation, await this.#changesOf(files, name, generation.manifest));
    return generation;
  }

  async #changesOf(files: CollectionFiles, name: string, manifest: Manifest): Promise<TailState> {
    const { state, problems } = await this.writer.state(files.changed(name, manifest));
    for (const problem of problems ?? []) this.#options.onProblem(problem);
    return state;
  }

  async isWhole(files: CollectionFiles, name: string): Promise<boolean> {
    const manifest = files.manifest(name);
    const file = path.join(files.generationFolder(name), itemsFile);
    return manifest !== null && existsSync(file) && this.writer.verify(file, manifest.itemsChecksum);
  }

  /** Reads all items, so it runs while they are searched. */
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
    await this.loaded.close();
    await this.writer.close();
  }
}
