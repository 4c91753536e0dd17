import { rmSync } from 'node:fs';
import { GenerationStateError } from '#engine/port-errors.ts';
import { type ChangeOutcome, type ItemChange, maxChangesAtOnce } from '#engine/port.ts';
import { type BuildBase, baseOf, removeBase } from './build-base.ts';
import type { CollectionFiles } from './generation-files.ts';
import { InOrder } from './in-order.ts';
import { rewriteAfterShare, rewriteAtLeastItems } from './limits.ts';
import type { LiveGenerations } from './live-generations.ts';
import type { ServedGeneration } from './served-generation.ts';

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
  readonly #rewriting = new Set<string>();
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
      files.writeLive({ current: generation, previous });
      this.#live.serve(collection, loaded);
      removeBase(folder);
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
      files.writeLive({ current: live.previous, previous: live.current });
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
        if (this.#isWorthRewriting(generation)) void this.#rewriteInBackground(collection, generation.name);
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

  async #rewriteInBackground(collection: string, generation: string): Promise<void> {
    if (this.#rewriting.has(collection)) return;
    this.#rewriting.add(collection);
    try {
      await this.rewrite(collection, generation, false);
    } catch (error) {
      const isStillWanted = !this.#isClosed && this.#live.files(collection).live()?.current === generation;
      if (isStillWanted)
        this.#options.onProblem(`Generation ${generation} of ${collection} could not be rewritten: ${String(error)}`);
    } finally {
      this.#rewriting.delete(collection);
    }
  }

  /**
   * Builds a generation of what the live one holds by now beside it, and serves that one with what was changed meanwhile. `isDamaged`
   * takes only the items and analyses them again. Rejects when another generation went live meanwhile.
   */
  async rewrite(collection: string, name: string, isDamaged: boolean): Promise<ServedGeneration> {
    const files = this.#live.files(collection);
    const { directory } = this.#options;
    const { generation, upTo } = await this.#live.writer.rewrite({ directory, collection, generation: name, isDamaged });
    if (this.#isClosed) throw new GenerationStateError('The engine is closed.');
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
      files.writeLive({ ...live, current: generation });
      this.#live.serve(collection, loaded);
      await this.#remove(files, name);
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
      await this.#live.forget(collection);
      for (const generation of files.generations()) await this.#remove(files, generation);
      rmSync(files.folder, { recursive: true, force: true });
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
