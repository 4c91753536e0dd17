import { rm } from 'node:fs/promises';
import { GenerationDamagedError, GenerationStateError, SearchDownError } from '#engine/port-errors.ts';
import {
  type ChangeOutcome,
  type CollectionLayout,
  type GenerationStatus,
  type ItemChange,
  maxChangesAtOnce,
  type RecreateWatch,
} from '#engine/port.ts';
import { type BuildBase, baseOf, removeBaseAside } from '#engine/embedded/build/build-base.ts';
import type { Rewritten } from '#engine/embedded/changes/rewrite.ts';
import { DamagedFileError } from '#engine/embedded/files/damaged-file.ts';
import type { CollectionFiles, LivePointer } from '#engine/embedded/files/generation-files.ts';
import { InOrder } from '#engine/in-order.ts';
import { maxLostShareOfLive, maxLostShareOfOnly, rewriteAfterShare, rewriteAtLeastItems } from '#engine/embedded/limits.ts';
import type { LiveCollections } from './live-collections.ts';
import { type ServedGeneration, statusOf } from './served-generation.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

interface GenerationWritesOptions {
  readonly directory: string;
  readonly rewriteAfterItems: number;
  readonly onProblem: (message: string) => void;
}

/** All that changes what is live, one after the other for each collection. */
export class GenerationWrites {
  readonly #live: LiveCollections;
  readonly #options: GenerationWritesOptions;
  readonly #writes = new InOrder();
  /** What is rewritten or recreated now; settles without a failure. */
  readonly #rewriting = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(live: LiveCollections, options: GenerationWritesOptions) {
    this.#live = live;
    this.#options = options;
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
      const previous = before === generation ? (live?.previous ?? null) : before;
      crashPoint('publish:beforePointer');
      await files.writeLive({ current: generation, previous });
      crashPoint('publish:afterPointer');
      this.#live.serve(collection, loaded);
      await removeBaseAside(folder);
      for (const name of files.generations()) {
        const builtAt = files.manifest(name)?.builtAt;
        if (name === generation || name === previous || builtAt === undefined || builtAt > manifest.builtAt) continue;
        const unpublished = base === null ? null : baseOf(files.generationFolder(name));
        if (unpublished !== null && unpublished.source !== base?.source) continue;
        await this.#remove(files, name);
      }
    });
  }

  /** Reads what was built beside `live`. Throws `GenerationDamagedError` when that can't be done. */
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

  /** Brings what has become of the live items since the build of a source began into what it has built. */
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
      await files.writeLive({ current: live.previous, previous: live.current });
      this.#live.serve(collection, loaded);
      return live.previous;
    });
  }

  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    if (changes.length > maxChangesAtOnce) throw new RangeError(`At most ${maxChangesAtOnce} changes are taken at once.`);
    // Loading may have to wait for what is built again, which takes its turn among the writes.
    return this.#live.whileHeld(collection, async () => {
      for (;;) {
        const generation = await this.#live.get(collection);
        if (generation === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
        const outcomes = await this.#writes.run(collection, () => this.#changeServed(collection, generation, changes));
        if (outcomes !== null) return outcomes;
      }
    });
  }

  /** null when another generation serves by now. */
  async #changeServed(
    collection: string,
    generation: ServedGeneration,
    changes: readonly ItemChange[],
  ): Promise<readonly ChangeOutcome[] | null> {
    if ((await this.#live.known(collection)) !== generation) return null;
    const files = this.#live.files(collection);
    // What is changed in the one that serves meanwhile would be gone once the live one is built again.
    if (files.live()?.current !== generation.name)
      throw new SearchDownError(`The index of ${collection} is being built again. Try again when it is.`);
    try {
      const changed = files.changed(generation.name, generation.manifest);
      const { outcomes, state } = await this.#live.writer.change(changed, changes, generation.tail);
      await this.#live.follow(generation, state);
      if (this.#isWorthRewriting(generation)) this.#rewriteInBackground(collection, generation.name);
      return outcomes;
    } catch (error) {
      if (error instanceof DamagedFileError) await this.#live.noteDamage(collection, generation.name, error);
      // The log decides what was changed; it is read again with the next search.
      await this.#live.forget(collection);
      throw error;
    }
  }

  #isWorthRewriting({ changedCount, manifest: { itemCount } }: ServedGeneration): boolean {
    const { rewriteAfterItems } = this.#options;
    return changedCount >= Math.min(rewriteAfterItems, Math.max(rewriteAtLeastItems, itemCount * rewriteAfterShare));
  }

  /** At most one a collection is under way, as each of them replaces what is live. */
  #alone<Result>(collection: string, work: () => Promise<Result>): Promise<Result> {
    const mine = work();
    const settled: Promise<void> = mine.then(
      () => this.#endRewriting(collection, settled),
      () => this.#endRewriting(collection, settled),
    );
    this.#rewriting.set(collection, settled);
    return mine;
  }

  #endRewriting(collection: string, settled: Promise<void>): void {
    if (this.#rewriting.get(collection) === settled) this.#rewriting.delete(collection);
  }

  #rewriteInBackground(collection: string, generation: string): void {
    if (this.#rewriting.has(collection)) return;
    this.#alone(collection, () => this.rewrite(collection, generation)).catch(async (error: unknown) => {
      if (error instanceof DamagedFileError) await this.#live.noteDamage(collection, generation, error);
      const isStillWanted = !this.#isClosed && this.#live.files(collection).live()?.current === generation;
      if (isStillWanted)
        this.#options.onProblem(`Generation ${generation} of ${collection} could not be rewritten: ${String(error)}`);
    });
  }

  /**
   * Builds a generation of what the live one holds by now beside it, and serves that one with what was changed meanwhile. Of a `damaged`
   * one it takes only the items and analyses them again. Rejects when another generation went live meanwhile.
   */
  async rewrite(
    collection: string,
    name: string,
    damaged: { readonly maxLostShare: number } | null = null,
  ): Promise<ServedGeneration> {
    const { directory } = this.#options;
    const task = { directory, collection, generation: name, isDamaged: damaged !== null, layout: null, ...damaged };
    const rewritten = await this.#live.writer.rewrite(task);
    if (damaged !== null) crashPoint('rebuild:built');
    if (rewritten.lostCount > 0)
      this.#options.onProblem(
        `${rewritten.lostCount} items of ${collection} can't be read and are gone. Import its feeds again, or restore the data folder from a backup.`,
      );
    return this.#takeOver(collection, name, rewritten, false);
  }

  /** Builds a damaged live generation again from its items, and serves it. */
  async rebuild(collection: string, { current, previous }: LivePointer): Promise<ServedGeneration> {
    while (this.#rewriting.has(collection)) await this.#rewriting.get(collection);
    const maxLostShare = previous === null ? maxLostShareOfOnly : maxLostShareOfLive;
    return this.#alone(collection, async () => {
      await this.#live.mendChanges(collection, current);
      return this.rewrite(collection, current, { maxLostShare });
    });
  }

  /**
   * Makes the generation before the damaged live one live, with what single changes brought to that one, as far as they can be read.
   * null when there is none that can be read: then the collection is lost until something is published.
   */
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
          this.#options.onProblem(`Single changes of ${collection} can't be read: ${String(error)}`);
        });
      }
      crashPoint('fallBack:carried');
      const loaded = await this.#live.load(files, previous).catch(() => null);
      await files.writeLive(loaded === null ? { current, previous: null, isLost: true } : { current: previous, previous: null });
      if (loaded !== null) this.#live.serve(collection, loaded);
      return loaded;
    });
  }

  /** As `rewrite` with another layout; the generation before is kept for rollback. */
  async recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    while (this.#rewriting.has(collection)) await this.#rewriting.get(collection);
    return this.#alone(collection, async () => {
      const files = this.#live.files(collection);
      const name = files.live()?.current;
      if (name === undefined) throw new GenerationStateError(`${collection} has no live generation to recreate.`);
      const { directory } = this.#options;
      try {
        const task = { directory, collection, generation: name, isDamaged: false, layout };
        const recreated = await this.#live.writer.rewrite(task, watch);
        return statusOf(await this.#takeOver(collection, name, recreated, true));
      } catch (error) {
        await files.removeOrphansAside();
        throw error;
      }
    });
  }

  /** Serves a generation that was built of the live one, with what was changed since. */
  #takeOver(collection: string, name: string, { generation, upTo }: Rewritten, isKept: boolean): Promise<ServedGeneration> {
    if (this.#isClosed) throw new GenerationStateError('The engine is closed.');
    crashPoint('rewrite:built');
    const files = this.#live.files(collection);
    return this.#writes.run(collection, async () => {
      const live = files.live();
      const [before, rewritten] = [files.manifest(name), files.manifest(generation)];
      if (live?.current !== name || before === null || rewritten === null) {
        await this.#remove(files, generation);
        throw new GenerationStateError(`Generation ${name} of ${collection} is not live any more.`);
      }
      if (files.wasChanged(name))
        await this.#live.writer.carry(files.changed(name, before), upTo, files.changed(generation, rewritten));
      crashPoint('rewrite:carried');
      const loaded = await this.#live.loadNext(collection, generation);
      await files.writeLive({ current: generation, previous: isKept ? name : live.previous });
      this.#live.serve(collection, loaded);
      const gone = isKept ? live.previous : name;
      if (gone !== null) await this.#remove(files, gone);
      return loaded;
    });
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      const live = files.live();
      if (live?.current === generation || live?.previous === generation)
        throw new GenerationStateError(`Generation ${generation} of ${collection} is live or kept for rollback.`);
      await this.#remove(files, generation);
    });
  }

  drop(collection: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#live.files(collection);
      // Whoever searches from now on finds nothing, rather than a generation that lacks files.
      files.removeLive();
      crashPoint('drop:pointerRemoved');
      await this.#live.forget(collection);
      for (const generation of files.generations()) await this.#remove(files, generation);
      await rm(files.folder, { recursive: true, force: true });
    });
  }

  async #remove(files: CollectionFiles, generation: string): Promise<void> {
    const manifest = files.manifest(generation);
    if (manifest !== null) await this.#live.writer.release(files.changed(generation, manifest));
    await files.removeAside(generation);
  }

  /** Waits for what is under way, but for rewriting: that ends with the process that writes changes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writes.idle();
  }
}
