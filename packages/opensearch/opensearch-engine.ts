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
import { documentPage } from './search-generation.ts';
import { matchAll } from './plan-query.ts';
import { idsOfSource, notedPage } from './index/each-item.ts';
import { startGeneration } from './index/generation-build.ts';
import { type DescribedIndex, Generations, outdatedCollections, keptGenerations, CollectionNames } from './index/generations.ts';
import { changeItems } from './index/item-changes.ts';
import { closedPauseMs, closedTooLongMs, oldestVersion } from './limits.ts';
import { askLive, OpenSearchSession } from './opensearch-session.ts';
import { LiveIndexes } from './searched-index.ts';
import { type Copied, type CopyTask, takeOver, targetOf } from './index/recreate.ts';

export interface OpenSearchOptions {
  /** Addresses of nodes of one cluster, separated by commas; user and password may stand in them. */
  readonly url: string;
  /** Small letters, digits and hyphens; indices of engines with another prefix are never touched. */
  readonly prefix: string;
  /** How many shards a generation has; as its size asks for when absent. */
  readonly shardCount?: number;
  readonly searchMs?: number;
}

const copyProgram = fileURLToPath(new URL('index/copy-process.ts', import.meta.url));

interface Changed {
  readonly outcomes: readonly ChangeOutcome[];
  readonly index: string;
}

/** Passwords are nobody's business. */
const withoutAccounts = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).origin)
    .join(', ');

class OpenSearchEngine implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #options: OpenSearchOptions;
  readonly #copying = new ForkedWork<CopyTask, Copied>(copyProgram);
  readonly #live: LiveIndexes;
  /** Asked for again as long as there are some: whatever goes live later is ours. */
  #outdated: readonly string[] = [];
  /** Changes of one server wait for each other, so that only those of other servers meet. */
  readonly #changes = new InOrder();

  constructor(options: OpenSearchOptions) {
    this.#options = options;
    this.#cluster = new Cluster(addressesOf(options.url), options.searchMs);
    this.#live = new LiveIndexes(this.#cluster, options.prefix);
  }

  #names(collection: string): CollectionNames {
    return new CollectionNames(this.#options.prefix, collection);
  }

  #generations(collection: string): Generations {
    return new Generations(this.#cluster, this.#names(collection));
  }

  /** Throws `EngineSettingError` when this cluster can't be used. */
  async check(url: string): Promise<void> {
    await checkVersion(this.#cluster, withoutAccounts(url));
    this.#outdated = await outdatedCollections(this.#cluster, this.#options.prefix);
  }

  async build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild> {
    const { shardCount } = this.#options;
    return startGeneration(this.#cluster, this.#names(collection), layout, { shardCount, source });
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
    // Those that wait for their turn have theirs meanwhile; refreshes of several at once are one.
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
      const outcomes = await changeItems(this.#cluster, targetOf(live), changes);
      if (outcomes === null) {
        await sleep(closedPauseMs);
        // Nobody who is still there leaves an index closed for so long.
        if (performance.now() - begunAt > closedTooLongMs) await generations.open(live.index);
      }
      const now = await generations.live();
      // Where another generation went live meanwhile, that one may have missed the changes.
      if (outcomes !== null && (now === null || now.index === live.index)) return { outcomes, index: live.index };
      live = now;
    }
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#generations(collection).discard(generation);
  }

  async recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    const generations = this.#generations(collection);
    const live = (await generations.list()).find(({ isLive }) => isLive);
    if (live === undefined) throw new GenerationStateError(`${collection} has no live generation to recreate.`);
    const copied = await this.#copying.run(copyTask(this.#options, collection, live, layout), watch);
    const status = await takeOver(this.#cluster, generations, this.#names(collection), copied);
    this.#live.forget(collection);
    return status;
  }

  generations(collection: string): Promise<KeptGeneration[]> {
    return keptGenerations(this.#cluster, this.#generations(collection), this.#names(collection));
  }

  async drop(collection: string): Promise<void> {
    await this.#generations(collection).drop();
    this.#live.forget(collection);
  }

  async open(collection: string, signal?: AbortSignal): Promise<SearchSession> {
    signal?.throwIfAborted();
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
    return idsOfSource(this.#cluster, index, source, after);
  }

  async itemPage(collection: string, after: string | null): Promise<ItemPage> {
    const { index } = (await this.#generations(collection).live()) ?? {};
    if (index === undefined) return { items: [], next: null };
    const { items, next } = await notedPage(this.#cluster, index, matchAll, after);
    return { items: items.map(({ item }) => item), next };
  }

  documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    return askLive(this.#live, collection, { items: [], totalCount: 0 }, (live) => documentPage(this.#cluster, live, query));
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

/** The search engine for shops that one machine is too small for: indices of an OpenSearch cluster. */
export function openOpenSearchEngine(options: OpenSearchOptions): SearchEngine {
  return new OpenSearchEngine(options);
}

/** As `openOpenSearchEngine`, once it is sure that the cluster can be used. Throws `EngineSettingError`. */
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

/** Builds a generation in a process that doesn't serve. The engine that serves publishes it by its name. */
export async function startOpenSearchBuild(
  { url, prefix, shardCount }: OpenSearchOptions,
  collection: string,
  layout: CollectionLayout,
  source?: number,
): Promise<GenerationBuild> {
  const names = new CollectionNames(prefix, collection);
  const cluster = new Cluster(addressesOf(url));
  return startGeneration(cluster, names, layout, { shardCount, source });
}

function copyTask(
  { url, prefix, shardCount }: Pick<OpenSearchOptions, 'url' | 'prefix'> & { readonly shardCount?: number | undefined },
  collection: string,
  { index }: DescribedIndex,
  layout: CollectionLayout,
): CopyTask {
  const options = { url, prefix, ...(shardCount !== undefined && { shardCount }) };
  return { options, collection, from: index, layout };
}

interface Greeting {
  readonly version?: { readonly distribution?: string; readonly number?: string };
}

/** Throws `EngineSettingError` unless an OpenSearch that is new enough answers. */
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
