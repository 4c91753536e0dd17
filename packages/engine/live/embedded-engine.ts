import { mkdirSync } from 'node:fs';
import { after, type Awaitable } from '#process-kit/work.ts';
import type { Item } from '#contract/item.ts';
import { plainPlan, type Plan } from '#engine/plan.ts';
import {
  type ChangeOutcome,
  type CollectionLayout,
  type DocumentPage,
  type DocumentQuery,
  type GenerationBuild,
  type GenerationStatus,
  type ItemChange,
  type ItemPage,
  type KeptGeneration,
  type LiveStatus,
  type RecreateWatch,
  type SearchEngine,
  type SearchResult,
  type SearchSession,
  type SourcePage,
  inSession,
} from '#engine/port.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { hasBase } from '#engine/index/build/build-base.ts';
import { EmbeddedBuild } from '#engine/index/build/generation-build.ts';
import { collectionNames, type LivePointer } from '#engine/index/files/generation-files.ts';
import { EmbeddedSession, nothingFound } from './embedded-session.ts';
import { keptGenerations, liveStatus } from './kept-generations.ts';
import { LiveChanges } from './live-changes.ts';
import { Publishing } from './publishing.ts';
import { Rewriting } from './rewriting.ts';
import { InOrder } from '#process-kit/in-order.ts';
import { memoryBudgetShare, rewriteAfterItems, rebuildAgainAfterMs } from '#engine/index/limits.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/search/questions/questions.ts';
import type { FollowerAsk, FollowerReport } from './following-engine.ts';
import { LiveCollections } from './live-collections.ts';
import { FollowedGeneration, statusOf, type ServedGeneration, type TellFollowers } from './served-generation.ts';
import { totalmem } from 'node:os';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Each damaged generation is rebuilt and reported once. */
class Healing {
  readonly #live: LiveCollections;
  readonly #rewriting: Rewriting;
  readonly #publishing: Publishing;
  readonly #onProblem: (message: string) => void;
  readonly #rebuilds = new Map<string, Promise<ServedGeneration>>();

  constructor(live: LiveCollections, rewriting: Rewriting, publishing: Publishing, onProblem: (message: string) => void) {
    this.#live = live;
    this.#rewriting = rewriting;
    this.#publishing = publishing;
    this.#onProblem = onProblem;
  }

  async heal(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const rebuilt = this.#rebuiltOnce(collection, live, error);
    if (live.previous === null) return rebuilt;
    try {
      return await this.#live.load(this.#live.files(collection), live.previous);
    } catch {
      return rebuilt;
    }
  }

  #rebuiltOnce(collection: string, live: LivePointer, error: DamagedFileError): Promise<ServedGeneration> {
    const known = this.#rebuilds.get(live.current);
    if (known !== undefined) return known;
    this.#onProblem(`The live generation of ${collection} can't be read and is built again: ${error.message}`);
    const rebuilt = this.#rebuilt(collection, live);
    this.#rebuilds.set(live.current, rebuilt);
    // The cause, such as a full disk, may be gone by then.
    rebuilt.catch(() => setTimeout(() => this.#rebuilds.delete(live.current), rebuildAgainAfterMs).unref());
    return rebuilt;
  }

  async #rebuilt(collection: string, live: LivePointer): Promise<ServedGeneration> {
    try {
      return await this.#rewriting.rebuild(collection, live);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) {
        this.#onProblem(`The live generation of ${collection} can't be built again now: ${reasonOf(error)}`);
        throw new SearchDownError(`The index of ${collection} is damaged and can't be built again now.`, { cause: error });
      }
      const serving = await this.#publishing.fallBack(collection, live);
      const damage = `The live generation of ${collection} can't be built again: ${error.message}`;
      const way = 'Import the feeds of the collection again, or restore the data folder from a backup.';
      this.#onProblem(
        serving === null ? `${damage} Nothing serves. ${way}` : `${damage} The one before it, ${serving.name}, serves. ${way}`,
      );
      if (serving !== null) return serving;
      throw new SearchDownError(`The index of ${collection} is damaged. ${way}`, { cause: error });
    }
  }
}

export function memoryBudgetOf(machineBytes: number, limitBytes: number): number {
  const isLimited = limitBytes > 0 && limitBytes < machineBytes;
  return Math.floor((isLimited ? limitBytes : machineBytes) * memoryBudgetShare);
}

const defaultMemoryBudget = (): number => memoryBudgetOf(totalmem(), process.constrainedMemory());

export interface EmbeddedEngineOptions {
  readonly directory: string;
  /** Least recently searched collections are evicted over it. Default: half of the memory. */
  readonly memoryBudgetBytes?: number | null;
  /** Notifies threads that search the same generations with a `FollowingEngine`. */
  readonly tellFollowers?: TellFollowers;
  readonly flushItemCount?: number;
  readonly rewriteAfterItems?: number;
  readonly closeChangesAfterMs?: number;
  readonly kernelAtLeastItems?: number;
  readonly onProblem?: (message: string) => void;
}

export class EmbeddedEngine implements SearchEngine {
  readonly #live: LiveCollections;
  readonly #writes = new InOrder();
  readonly #publishing: Publishing;
  readonly #rewriting: Rewriting;
  readonly #changes: LiveChanges;
  readonly #healing: Healing;
  readonly #flushItemCount: number | undefined;
  readonly #outdated: string[] = [];

  constructor(options: EmbeddedEngineOptions) {
    const { directory, onProblem = console.warn } = options;
    this.#flushItemCount = options.flushItemCount;
    this.#live = new LiveCollections({
      directory,
      onProblem,
      memoryBudgetBytes: options.memoryBudgetBytes ?? defaultMemoryBudget(),
      tellFollowers: options.tellFollowers ?? null,
      closeChangesAfterMs: options.closeChangesAfterMs,
      kernelAtLeastItems: options.kernelAtLeastItems,
      heal: (collection, live, error) => this.#healing.heal(collection, live, error),
    });
    const writes = this.#writes;
    this.#publishing = new Publishing(this.#live, writes, onProblem);
    this.#rewriting = new Rewriting(this.#live, { directory, writes, onProblem });
    this.#changes = new LiveChanges(this.#live, {
      writes,
      rewriting: this.#rewriting,
      rewriteAfterItems: options.rewriteAfterItems ?? rewriteAfterItems,
    });
    this.#healing = new Healing(this.#live, this.#rewriting, this.#publishing, onProblem);
    mkdirSync(directory, { recursive: true });
    for (const collection of collectionNames(directory)) {
      const files = this.#live.files(collection);
      for (const file of files.mend()) onProblem(`${file} was damaged or missing and is written again from its copy.`);
      if (files.isPointerDamaged()) onProblem(`live.json of ${collection} is damaged; its newest generation serves.`);
      files.removeTemporaries();
      files.removeOrphans();
      const isOutdated = this.#isOutdated(collection);
      if (isOutdated) this.#outdated.push(collection);
      // What a recreate or a rewrite has built that was killed before it took over goes, too.
      const isLeft = (name: string): boolean => (files.isOutdated(name) ? !isOutdated : !hasBase(files.generationFolder(name)));
      for (const name of files.aside().filter(isLeft)) files.remove(name);
    }
  }

  async build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild> {
    const files = this.#live.files(collection);
    await files.removeOrphansAside();
    return new EmbeddedBuild(files, layout, { flushItemCount: this.#flushItemCount, source });
  }

  publish(collection: string, generation: string): Promise<void> {
    return this.#publishing.publish(collection, generation);
  }

  rollback(collection: string): Promise<string | null> {
    return this.#publishing.rollback(collection);
  }

  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    return this.#changes.change(collection, changes);
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#publishing.discard(collection, generation);
  }

  recreate(collection: string, layout: CollectionLayout, watch?: RecreateWatch): Promise<GenerationStatus> {
    return this.#rewriting.recreate(collection, layout, watch);
  }

  drop(collection: string): Promise<void> {
    return this.#publishing.drop(collection);
  }

  async #ask<Name extends QuestionName>(
    collection: string,
    none: Answer<Name>,
    name: Name,
    ...rest: QuestionArguments<Name>
  ): Promise<Answer<Name>> {
    for (;;) {
      const generation = await this.#live.get(collection);
      if (generation === null) return none;
      try {
        return await generation.ask(name, ...rest);
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error;
        // What serves instead answers, or says that nothing does.
        await this.#live.noteDamage(collection, generation.name, error);
      }
    }
  }

  async generations(collection: string): Promise<KeptGeneration[]> {
    return keptGenerations(this.#live.files(collection), this.#live.loaded.known(collection));
  }

  open(collection: string, signal?: AbortSignal): Awaitable<SearchSession> {
    signal?.throwIfAborted();
    return after(this.#live.get(collection), (generation) => new EmbeddedSession(this.#live, collection, generation, signal));
  }

  search(collection: string, plan: Plan): Promise<SearchResult> {
    return inSession(this, collection, (session) => session.search(plan));
  }

  items(collection: string, ids: readonly string[]): Promise<Item[]> {
    return inSession(this, collection, (session) => session.items(ids));
  }

  idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage> {
    return this.#ask(collection, { ids: [], next: null }, 'idsOfSource', source, after);
  }

  itemPage(collection: string, after: string | null): Promise<ItemPage> {
    return this.#ask(collection, { items: [], next: null }, 'itemPage', after);
  }

  async documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    const { hits, totalCount } = await this.#ask(collection, nothingFound, 'search', { ...plainPlan, ...query });
    return { items: hits.map(({ item }) => item), totalCount };
  }

  status(collection: string): Awaitable<LiveStatus | null> {
    const known = this.#live.loaded.known(collection);
    if (known !== null) return statusOf(known);
    try {
      return liveStatus(this.#live.files(collection));
    } catch (error) {
      throw new SearchDownError(`The files of ${collection} can't be read now.`, { cause: error });
    }
  }

  outdated(): Promise<readonly string[]> {
    return Promise.resolve(this.#outdated.filter((collection) => this.#isOutdated(collection)));
  }

  #isOutdated(collection: string): boolean {
    const files = this.#live.files(collection);
    const live = files.live();
    return live !== null && live.isLost !== true && files.isOutdated(live.current);
  }

  /** Handles a follower's request. */
  async answerFollower(asked: FollowerAsk): Promise<unknown> {
    const { collection } = asked;
    if (asked.kind === 'load') {
      if (asked.isLacking) await this.#live.loaded.remove(collection);
      return (await this.#live.get(collection)) !== null;
    }
    if (asked.kind === 'status') return this.status(collection);
    return this.#live.noteDamage(collection, asked.generation, new DamagedFileError(asked.message));
  }

  noteFollower(follower: string, { searched, cachedBytes }: FollowerReport): void {
    const bytes = new Map(cachedBytes);
    for (const collection of searched) {
      const served = this.#live.loaded.known(collection);
      const cached = bytes.get(served?.number ?? 0);
      if (served instanceof FollowedGeneration && cached !== undefined) served.noteCachedBytes(follower, cached);
      this.#live.loaded.noteSearched(collection);
    }
  }

  async close(): Promise<void> {
    this.#rewriting.close();
    await this.#writes.idle();
    await this.#live.close();
  }
}

export function openEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  return new EmbeddedEngine(options);
}
