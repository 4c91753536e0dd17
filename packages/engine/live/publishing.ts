import { rm } from 'node:fs/promises';
import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import { type BuildBase, baseOf, removeBaseAside } from '#engine/index/build/build-base.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { CollectionFiles, LivePointer } from '#engine/index/files/generation-files.ts';
import type { InOrder } from '#process-kit/in-order.ts';
import type { LiveCollections } from './live-collections.ts';
import type { ServedGeneration } from './served-generation.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

export async function removeGeneration({ writer }: LiveCollections, files: CollectionFiles, generation: string): Promise<void> {
  const manifest = files.manifest(generation);
  if (manifest !== null) await writer.release(files.changed(generation, manifest));
  await files.removeAside(generation);
}

export class Publishing {
  readonly #live: LiveCollections;
  readonly #writes: InOrder;
  readonly #onProblem: (message: string) => void;

  constructor(live: LiveCollections, writes: InOrder, onProblem: (message: string) => void) {
    this.#live = live;
    this.#writes = writes;
    this.#onProblem = onProblem;
  }

  publish(collection: string, generation: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      const manifest = files.manifest(generation);
      if (manifest === null) throw new GenerationStateError(`Generation ${generation} of ${collection} is not finished.`);
      const live = files.live();
      const folder = files.generationFolder(generation);
      const isKnown = live?.current === generation || live?.previous === generation;
      const before = live === null || live.isLost === true ? null : live.current;
      const reading = <Result>(read: () => Promise<Result>): Promise<Result> => this.#readBuilt(files, before, generation, read);
      const base = isKnown ? null : await reading(async () => baseOf(folder));
      if (!isKnown && base === null && manifest.source !== undefined)
        throw new GenerationStateError(
          `Generation ${generation} of ${collection} lacks what its build began with. Import the feed again.`,
        );
      const loaded = await reading(async () => {
        if (base !== null && before !== null) await this.#mergeLive(files, before, generation, base);
        return this.#live.loadNext(collection, generation);
      });
      const kept = before !== null && files.isOutdated(before) ? null : before;
      const previous = before === generation ? (live?.previous ?? null) : kept;
      crashPoint('publish:beforePointer');
      await this.#live.goLive(collection, { current: generation, previous }, loaded);
      crashPoint('publish:afterPointer');
      await removeBaseAside(folder);
      for (const name of files.outdatedAside()) await removeGeneration(this.#live, files, name);
      for (const name of files.generations()) {
        const builtAt = files.manifest(name)?.builtAt;
        if (name === generation || name === previous || builtAt === undefined || builtAt > manifest.builtAt) continue;
        const unpublished = base === null ? null : baseOf(files.generationFolder(name));
        if (unpublished !== null && unpublished.source !== base?.source) continue;
        await removeGeneration(this.#live, files, name);
      }
    });
  }

  /** Throws `GenerationDamagedError` when that can't be done. */
  async #readBuilt<Result>(
    files: CollectionFiles,
    live: string | null,
    generation: string,
    read: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      // A live generation that is damaged is built again, and then this one can be published.
      if (live !== null && live !== generation && !(await this.#live.isWhole(files, live))) throw error;
      throw new GenerationDamagedError(`Generation ${generation} is damaged: ${error.message}`, { cause: error });
    }
  }

  async #mergeLive(files: CollectionFiles, live: string, generation: string, base: BuildBase): Promise<void> {
    const [now, built] = [files.manifest(live), files.manifest(generation)];
    if (now === null || built === null) throw new GenerationStateError(`Generation ${live} or ${generation} is not finished.`);
    const merge = {
      live: { folder: files.generationFolder(live), name: live },
      built: files.generationFolder(generation),
      base,
    };
    await this.#live.writer.merge(merge, files.changed(generation, built));
  }

  rollback(collection: string): Promise<string | null> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      const live = files.live();
      if (live === null || live.previous === null) return null;
      const loaded = await this.#live.loadNext(collection, live.previous);
      await this.#live.goLive(collection, { current: live.previous, previous: live.current }, loaded);
      return live.previous;
    });
  }

  /** Makes the previous generation live, with readable single changes of the damaged one. null if it can't be read either: the collection is lost. */
  fallBack(collection: string, { current, previous }: LivePointer): Promise<ServedGeneration | null> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      const manifest = previous === null ? null : files.manifest(previous);
      if (previous === null || manifest === null) {
        await files.writeLive({ current, previous: null, isLost: true });
        return null;
      }
      if (files.wasChanged(current)) {
        const changed = files.changed(current, manifest);
        await this.#live.writer.carry(changed, 0, files.changed(previous, manifest)).catch((error: unknown) => {
          this.#onProblem(`Single changes of ${collection} can't be read: ${String(error)}`);
        });
      }
      crashPoint('fallBack:carried');
      const loaded = await this.#live.load(files, previous).catch(() => null);
      if (loaded === null) await files.writeLive({ current, previous: null, isLost: true });
      else await this.#live.goLive(collection, { current: previous, previous: null }, loaded);
      return loaded;
    });
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      const live = files.live();
      if (live?.current === generation || live?.previous === generation)
        throw new GenerationStateError(`Generation ${generation} of ${collection} is live or kept for rollback.`);
      await removeGeneration(this.#live, files, generation);
    });
  }

  drop(collection: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      // Whoever searches from now on finds nothing, rather than a generation that lacks files.
      files.removeLive();
      crashPoint('drop:pointerRemoved');
      await this.#live.loaded.remove(collection);
      for (const generation of files.generations()) await removeGeneration(this.#live, files, generation);
      await rm(files.folder, { recursive: true, force: true });
    });
  }
}
