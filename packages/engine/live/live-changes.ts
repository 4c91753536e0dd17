import { GenerationStateError, SearchDownError } from '#engine/port-errors.ts';
import { type ChangeOutcome, type ItemChange, maxChangesAtOnce } from '#engine/port.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import { rewriteAfterShare, rewriteAtLeastItems } from '#engine/index/limits.ts';
import type { InOrder } from '#process-kit/in-order.ts';
import { isDiskFull, storageFailure } from '#process-kit/storage-failure.ts';
import type { LiveCollections } from './live-collections.ts';
import type { Rewriting } from './rewriting.ts';
import type { ServedGeneration } from './served-generation.ts';

interface LiveChangesOptions {
  readonly writes: InOrder;
  readonly rewriting: Rewriting;
  readonly rewriteAfterItems: number;
}

export class LiveChanges {
  readonly #live: LiveCollections;
  readonly #options: LiveChangesOptions;

  constructor(live: LiveCollections, options: LiveChangesOptions) {
    this.#live = live;
    this.#options = options;
  }

  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    if (changes.length > maxChangesAtOnce) throw new RangeError(`At most ${maxChangesAtOnce} changes are taken at once.`);
    // Loading may have to wait for what is built again, which takes its turn among the writes.
    return this.#live.loaded.whilePinned(collection, async () => {
      for (;;) {
        const generation = await this.#live.get(collection);
        if (generation === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
        const outcomes = await this.#options.writes.run(collection, () => this.#changeServed(collection, generation, changes));
        if (outcomes !== null) return outcomes;
      }
    });
  }

  async #changeServed(
    collection: string,
    generation: ServedGeneration,
    changes: readonly ItemChange[],
  ): Promise<readonly ChangeOutcome[] | null> {
    if (this.#live.loaded.known(collection) !== generation) return null;
    const files = this.#live.files(collection);
    // What is changed in the one that serves meanwhile would be gone once the live one is built again.
    if (files.live()?.current !== generation.name)
      throw new SearchDownError(`The index of ${collection} is being built again. Try again when it is.`);
    let isLogged = false;
    try {
      const changed = files.changed(generation.name, generation.manifest);
      const { outcomes, state } = await this.#live.writer.change(changed, changes, generation.facts.tail);
      isLogged = true;
      await this.#live.follow(generation, state);
      if (this.#isWorthRewriting(generation)) this.#options.rewriting.inBackground(collection, generation.name);
      return outcomes;
    } catch (error) {
      if (error instanceof DamagedFileError) await this.#live.noteDamage(collection, generation.name, error);
      // A full disk refuses the log alone, and might refuse reading it again. Otherwise the log decides what was changed.
      if (isLogged || !isDiskFull(error)) await this.#live.loaded.remove(collection);
      if (storageFailure(error) === null || isDiskFull(error)) throw error;
      throw new SearchDownError(`Items of ${collection} can't be changed now.`, { cause: error });
    }
  }

  #isWorthRewriting({ facts: { changedCount }, manifest: { itemCount } }: ServedGeneration): boolean {
    const { rewriteAfterItems } = this.#options;
    return changedCount >= Math.min(rewriteAfterItems, Math.max(rewriteAtLeastItems, itemCount * rewriteAfterShare));
  }
}
