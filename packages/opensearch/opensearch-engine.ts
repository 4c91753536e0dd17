import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Item } from '#contract/item.ts';
import { ForkedWork } from '#process-kit/forked-work.ts';
import { InOrder } from '#process-kit/in-order.ts';
import type { Plan } from '#engine/plan.ts';
import { EngineSettingError, GenerationStateError } from '#engine/port-errors.ts';
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
  maxChangesAtOnce,
} from '#engine/port.ts';
import { addressesOf, Cluster } from './cluster.ts';
import type { CopyTask } from './index/copy-process.ts';
import { formOf, sourceField } from './index/documents.ts';
import { startGeneration } from './index/generation-build.ts';
import { Generations, outdatedCollections } from './index/generations.ts';
import { changeItems, idPage, itemPage } from './index/stored-items.ts';
import { closedPauseMs, closedTooLongMs, oldestVersion } from './limits.ts';
import { OpenSearchSession } from './opensearch-session.ts';
import { matchAll } from './plan-query.ts';
import { LiveIndexes } from './searched-index.ts';

export interface OpenSearchOptions {
  /** Addresses of nodes of one cluster, separated by commas; user and password may stand in them. */
  readonly url: string;
  /** Small letters, digits and hyphens; indices of engines with another prefix are never touched. */
  readonly prefix: string;
  readonly shardCount?: number;
  readonly searchMs?: number;
}

const copyProgram = fileURLToPath(new URL('index/copy-process.ts', import.meta.url));

interface Changed {
  readonly outcomes: readonly ChangeOutcome[];
  readonly index: string;
}

const withoutAccounts = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).origin)
    .join(', ');

class OpenSearchEngine implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #options: OpenSearchOptions;
  readonly #copying = new ForkedWork<CopyTask, GenerationStatus>(copyProgram);
  readonly #live: LiveIndexes;
  /** Read again as long as there are some. */
  #outdated: readonly string[] = [];
  /** Changes of one server wait for each other, so that only those of other servers collide. */
  readonly #changes = new InOrder();

  constructor(options: OpenSearchOptions) {
    this.#options = options;
    this.#cluster = new Cluster(addressesOf(options.url), options.searchMs);
    this.#live = new LiveIndexes(this.#cluster, options.prefix);
  }

  #generations(collection: string): Generations {
    return new Generations(this.#cluster, this.#options.prefix, collection);
  }

  /** Throws `EngineSettingError` when this cluster can't be used. */
  async check(url: string): Promise<void> {
    await checkVersion(this.#cluster, withoutAccounts(url));
    this.#outdated = await outdatedCollections(this.#cluster, this.#options.prefix);
  }

  async build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild> {
    const { shardCount } = this.#options;
    return startGeneration(this.#cluster, this.#generations(collection), layout, { shardCount, source });
  }

  async publish(collection: string, generation: string): Promise<void> {
    await this.#generations(collection).publish(generation);
    this.#live.forget(collection);
  }

  async rollback(collection: string): Promise<string | null> {
    const generation = await this.#generations(collection).rollback();
    this.#live.forget(collection);
    return generation;
  }

  async change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    if (changes.length > maxChangesAtOnce) throw new RangeError(`At most ${maxChangesAtOnce} changes are taken at once.`);
    const { outcomes, index } = await this.#changes.run(collection, () => this.#change(collection, changes));
    // Outside the turn, as several refreshes at once are one.
    await this.#cluster.command({ method: 'POST', path: `${index}/_refresh?ignore_unavailable=true` });
    // How rare words are has changed.
    this.#live.forget(collection);
    return outcomes;
  }

  async #change(collection: string, changes: readonly ItemChange[]): Promise<Changed> {
    const generations = this.#generations(collection);
    const begunAt = performance.now();
    let live = await generations.live();
    for (;;) {
      if (live === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
      const outcomes = await changeItems(this.#cluster, { index: live.index, ...formOf(live.meta) }, changes);
      if (outcomes === null) {
        await sleep(closedPauseMs);
        // A server that is alive doesn't leave an index closed for so long.
        if (performance.now() - begunAt > closedTooLongMs) await generations.open(live.index);
      }
      const now = await generations.live();
      // If another generation went live in between, it may have missed the changes.
      if (outcomes !== null && (now === null || now.index === live.index)) return { outcomes, index: live.index };
      live = now;
    }
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#generations(collection).discard(generation);
  }

  async recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    const generations = this.#generations(collection);
    const live = (await generations.kept()).find(({ isLive }) => isLive);
    if (live === undefined) throw new GenerationStateError(`${collection} has no live generation to recreate.`);
    const { url, prefix, shardCount } = this.#options;
    const task = { options: { url, prefix, shardCount }, collection, layout, totalCount: live.itemCount };
    const status = await this.#copying.run(task, watch);
    try {
      await this.publish(collection, status.generation);
    } catch (error) {
      // If it can't be removed now, the next publish removes it.
      await generations.discard(status.generation).catch(() => undefined);
      throw error;
    }
    return status;
  }

  generations(collection: string): Promise<KeptGeneration[]> {
    return this.#generations(collection).kept();
  }

  async drop(collection: string): Promise<void> {
    await this.#generations(collection).drop();
    this.#live.drop(collection);
  }

  async open(collection: string, signal?: AbortSignal): Promise<SearchSession> {
    signal?.throwIfAborted();
    return this.#session(collection, signal);
  }

  #session(collection: string, signal?: AbortSignal): Promise<OpenSearchSession> {
    return OpenSearchSession.open(this.#cluster, this.#live, collection, signal);
  }

  search(collection: string, plan: Plan): Promise<SearchResult> {
    return inSession(this, collection, (session) => session.search(plan));
  }

  items(collection: string, ids: readonly string[]): Promise<Item[]> {
    return inSession(this, collection, (session) => session.items(ids));
  }

  async idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage> {
    const { index } = (await this.#generations(collection).live()) ?? {};
    if (index === undefined) return { ids: [], next: null };
    const { items: ids, next } = await idPage(this.#cluster, index, { term: { [sourceField]: source } }, after);
    return { ids, next };
  }

  async itemPage(collection: string, after: string | null): Promise<ItemPage> {
    const { index } = (await this.#generations(collection).live()) ?? {};
    if (index === undefined) return { items: [], next: null };
    const { items, next } = await itemPage(this.#cluster, index, matchAll, after);
    return { items: items.map(({ item }) => item), next };
  }

  documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    return this.#session(collection).then((session) => session.documents(query));
  }

  status(collection: string): Promise<LiveStatus | null> {
    return this.#cluster.inOneSearch(async () => (await this.#live.of(collection))?.status ?? null);
  }

  async outdated(): Promise<readonly string[]> {
    if (this.#outdated.length > 0) this.#outdated = await outdatedCollections(this.#cluster, this.#options.prefix);
    return this.#outdated;
  }

  async close(): Promise<void> {
    await this.#copying.close();
    await this.#cluster.close();
  }
}

export function openOpenSearchEngine(options: OpenSearchOptions): SearchEngine {
  return new OpenSearchEngine(options);
}

export async function connectOpenSearchEngine(options: OpenSearchOptions): Promise<SearchEngine> {
  const engine = new OpenSearchEngine(options);
  try {
    await engine.check(options.url);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export async function startOpenSearchBuild(
  { url, prefix, shardCount }: OpenSearchOptions,
  collection: string,
  layout: CollectionLayout,
  source?: number,
): Promise<GenerationBuild> {
  const cluster = new Cluster(addressesOf(url));
  return startGeneration(cluster, new Generations(cluster, prefix, collection), layout, { shardCount, source });
}

interface Greeting {
  readonly version?: { readonly distribution?: string; readonly number?: string };
}

async function checkVersion(cluster: Cluster, addresses: string): Promise<void> {
  const greeting = await cluster.command<Greeting>({ method: 'GET', path: '' }, 10_000).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineSettingError(`No OpenSearch answers at ${addresses}; start it, or correct AISLE_OPENSEARCH_URL. ${reason}`);
  });
  const { distribution, number = '' } = greeting?.version ?? {};
  const wanted = oldestVersion.join('.');
  if (distribution !== 'opensearch')
    throw new EngineSettingError(
      `What answers at ${addresses} is not OpenSearch; set AISLE_OPENSEARCH_URL to an OpenSearch ${wanted} or newer.`,
    );
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]))
    throw new EngineSettingError(`The OpenSearch at ${addresses} is ${number}; Aisle needs ${wanted} or newer.`);
}
