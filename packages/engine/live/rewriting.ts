import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationStatus, RecreateWatch } from '#engine/port.ts';
import type { Rewritten } from '#engine/index/changes/rewrite.ts';
import { DamagedFileError } from '#engine/index/files/damaged-file.ts';
import type { LivePointer } from '#engine/index/files/generation-files.ts';
import { maxLostShareOfLive, maxLostShareOfOnly } from '#engine/index/limits.ts';
import type { InOrder } from '#process-kit/in-order.ts';
import type { LiveCollections } from './live-collections.ts';
import { removeGeneration } from './remove-generation.ts';
import { type ServedGeneration, statusOf } from './threads/served-generation.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

interface RewritingOptions {
  readonly directory: string;
  /** All that changes what is live, one after the other for each collection. */
  readonly writes: InOrder;
  readonly onProblem: (message: string) => void;
}

/** Rebuilds generations beside the live ones, from what those hold, and swaps them in. */
export class Rewriting {
  readonly #live: LiveCollections;
  readonly #options: RewritingOptions;
  /** What is rewritten or recreated now; settles without a failure. */
  readonly #rewriting = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(live: LiveCollections, options: RewritingOptions) {
    this.#live = live;
    this.#options = options;
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

  inBackground(collection: string, generation: string): void {
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
    this.#tellLost(collection, rewritten);
    return this.#takeOver(collection, name, rewritten, false);
  }

  #tellLost(collection: string, { lostCount }: Rewritten): void {
    if (lostCount === 0) return;
    this.#options.onProblem(
      `${lostCount} items of ${collection} can't be read and are gone. Import its feeds again, or restore the data folder from a backup.`,
    );
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
   * As `rewrite` with another layout; the generation before is kept for rollback, unless another version of Aisle has indexed it. Where
   * most items of such a one are damaged, the collection is lost until something is published: rejects with `GenerationDamagedError`.
   */
  async recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    while (this.#rewriting.has(collection)) await this.#rewriting.get(collection);
    return this.#alone(collection, async () => {
      const files = this.#live.files(collection);
      const name = files.live()?.current;
      if (name === undefined) throw new GenerationStateError(`${collection} has no live generation to recreate.`);
      const { directory } = this.#options;
      const isOutdated = files.isOutdated(name);
      if (isOutdated) await this.#live.mendChanges(collection, name);
      try {
        const maxLostShare = isOutdated ? maxLostShareOfOnly : 0;
        const task = { directory, collection, generation: name, isDamaged: false, layout, maxLostShare };
        const recreated = await this.#live.writer.rewrite(task, watch);
        this.#tellLost(collection, recreated);
        return statusOf(await this.#takeOver(collection, name, recreated, !isOutdated));
      } catch (error) {
        await files.removeOrphansAside();
        if (!isOutdated || !(error instanceof DamagedFileError)) throw error;
        await this.#options.writes.run(collection, async () => {
          if (files.live()?.current === name) await files.writeLive({ current: name, previous: null, isLost: true });
        });
        throw new GenerationDamagedError(`The items of ${collection} can't be read: ${error.message}`, { cause: error });
      }
    });
  }

  /** Serves a generation that was built of the live one, with what was changed since. */
  #takeOver(collection: string, name: string, { generation, upTo }: Rewritten, isKept: boolean): Promise<ServedGeneration> {
    if (this.#isClosed) throw new GenerationStateError('The engine is closed.');
    crashPoint('rewrite:built');
    const files = this.#live.files(collection);
    return this.#options.writes.run(collection, async () => {
      const live = files.live();
      const [before, rewritten] = [files.manifest(name), files.manifest(generation)];
      if (live?.current !== name || before === null || rewritten === null) {
        await removeGeneration(this.#live, files, generation);
        throw new GenerationStateError(`Generation ${name} of ${collection} is not live any more.`);
      }
      if (files.wasChanged(name))
        await this.#live.writer.carry(files.changed(name, before), upTo, files.changed(generation, rewritten));
      crashPoint('rewrite:carried');
      const loaded = await this.#live.loadNext(collection, generation);
      await this.#live.goLive(collection, { current: generation, previous: isKept ? name : live.previous }, loaded);
      const gone = isKept ? live.previous : name;
      for (const one of new Set([...(gone === null ? [] : [gone]), ...files.outdatedAside()]))
        await removeGeneration(this.#live, files, one);
      return loaded;
    });
  }

  /** Nothing that is under way takes over any more; it ends with the process that writes changes. */
  close(): void {
    this.#isClosed = true;
  }
}
