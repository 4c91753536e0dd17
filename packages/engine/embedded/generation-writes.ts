import { rm } from 'node:fs/promises';
import { GenerationStateError } from '#engine/port-errors.ts';
import {
  type ChangeOutcome,
  type CollectionLayout,
  type GenerationStatus,
  type ItemChange,
  maxChangesAtOnce,
  type RecreateWatch,
} from '#engine/port.ts';
import { type BuildBase, baseOf, removeBaseAside } from './build-base.ts';
import type { Rewritten } from './changes/rewrite.ts';
import type { CollectionFiles } from './generation-files.ts';
import { InOrder } from './in-order.ts';
import { rewriteAfterShare, rewriteAtLeastItems } from './limits.ts';
import type { LiveGenerations } from './live-generations.ts';
import { type ServedGeneration, statusOf } from './served-generation.ts';

interface GenerationWritesOptions {
  readonly directory: string;
  readonly rewriteAfterItems: number;
  readonly onProblem: (message: string) => void;
}

/** All that changes what is live, one after the other for each collection. */
export class GenerationWrites {
  readonly #live: LiveGenerations;
  readonly #options: GenerationWritesOptions;
  readonly #writes = new InOrder();
  /** What is rewritten or recreated now; settles without a failure. */
  readonly #rewriting = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(live: LiveGenerations, options: GenerationWritesOptions) {
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
      const base = live?.current === generation ? null : baseOf(folder);
      if (base !== null && live !== null) await this.#mergeLive(files, live.current, generation, base);
      const loaded = await this.#live.loadNext(collection, generation);
      const previous = live?.current === generation ? live.previous : (live?.current ?? null);
      await files.writeLive({ current: generation, previous });
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

  /** Brings what has become of the live items since the build of a source began into what it has built. */
  async #mergeLive(files: CollectionFiles, live: string, generation: string, base: BuildBase): Promise<void> {
    const [now, built] = [files.manifest(live), files.manifest(generation)];
    if (now === null || built === null) throw new GenerationStateError(`Generation ${live} or ${generation} is not finished.`);
    const merge = {
      live: { folder: files.generationFolder(live), name: live, hasSources: now.hasSources === true },
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
    return this.#writes.run(collection, async () => {
      const generation = await this.#live.get(collection);
      if (generation === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
      const changed = this.#live.files(collection).changed(generation.name, generation.manifest);
      try {
        const { outcomes, state } = await this.#live.writer.change(changed, changes);
        await this.#live.follow(generation, state);
        if (this.#isWorthRewriting(generation)) this.#rewriteInBackground(collection, generation.name);
        return outcomes;
      } catch (error) {
        // The log decides what was changed; it is read again with the next search.
        await this.#live.forget(collection);
        throw error;
      }
    });
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
    this.#alone(collection, () => this.rewrite(collection, generation, false)).catch((error: unknown) => {
      const isStillWanted = !this.#isClosed && this.#live.files(collection).live()?.current === generation;
      if (isStillWanted)
        this.#options.onProblem(`Generation ${generation} of ${collection} could not be rewritten: ${String(error)}`);
    });
  }

  /**
   * Builds a generation of what the live one holds by now beside it, and serves that one with what was changed meanwhile. `isDamaged`
   * takes only the items and analyses them again. Rejects when another generation went live meanwhile.
   */
  async rewrite(collection: string, name: string, isDamaged: boolean): Promise<ServedGeneration> {
    const { directory } = this.#options;
    const rewritten = await this.#live.writer.rewrite({ directory, collection, generation: name, isDamaged, layout: null });
    return this.#takeOver(collection, name, rewritten, false);
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
