import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationStatus, RecreateWatch } from '#engine/port.ts';
import type { Rewritten } from '#engine/index/changes/rewrite.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { LivePointer } from '#engine/index/files/generation-files.ts';
import { maxLostShareOfLive, maxLostShareOfOnly } from '#engine/index/limits.ts';
import { InOrder } from '#process-kit/in-order.ts';
import type { LiveCollections } from './live-collections.ts';
import { removeGeneration } from './publishing.ts';
import { type ServedGeneration, statusOf } from './served-generation.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

interface RewritingOptions {
  readonly directory: string;
  readonly writes: InOrder;
  readonly onProblem: (message: string) => void;
}

export class Rewriting {
  readonly #live: LiveCollections;
  readonly #options: RewritingOptions;
  /** Each replaces the live generation, so one per collection. */
  readonly #rewrites = new InOrder();
  #isClosed = false;

  constructor(live: LiveCollections, options: RewritingOptions) {
    this.#live = live;
    this.#options = options;
  }

  inBackground(collection: string, generation: string): void {
    if (this.#rewrites.isBusy(collection)) return;
    this.#rewrites
      .run(collection, () => this.rewrite(collection, generation))
      .catch(async (error: unknown) => {
        if (error instanceof DamagedFileError) await this.#live.noteDamage(collection, generation, error);
        const isStillWanted = !this.#isClosed && this.#live.files(collection).live()?.current === generation;
        if (isStillWanted)
          this.#options.onProblem(`Generation ${generation} of ${collection} could not be rewritten: ${String(error)}`);
      });
  }

  /** Serves a copy of the live generation with all changes. A `damaged` one is analysed again from its items. */
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

  rebuild(collection: string, { current, previous }: LivePointer): Promise<ServedGeneration> {
    const maxLostShare = previous === null ? maxLostShareOfOnly : maxLostShareOfLive;
    return this.#rewrites.run(collection, async () => {
      await this.#live.mendChanges(collection, current);
      return this.rewrite(collection, current, { maxLostShare });
    });
  }

  /** Keeps the previous generation for rollback, unless another version of Aisle has indexed it. */
  recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    return this.#rewrites.run(collection, async () => {
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

  close(): void {
    this.#isClosed = true;
  }
}
