import type { Item } from '#contract/item.ts';
import { newGenerationName } from '#engine/index/generation-names.ts';
import type { CarriedItems, CollectionLayout, GenerationBuild, GenerationStatus } from '#engine/port.ts';
import { type Cluster, ClusterRefusal, isGone } from '#opensearch/cluster.ts';
import {
  bulkBytes,
  bulksAtOnce,
  bytesPerShard,
  flushDeadlineMs,
  heartbeatMs,
  maxShards,
  sampledItems,
  writeDeadlineMs,
} from '#opensearch/limits.ts';
import { type DocumentForm, documentId, formOf, indexFormat, lengthsOf, indexSettings, mappingsOf } from './documents.ts';
import type { BuildBase, Generations, IndexMeta } from './generations.ts';
import { allPages, bulk, documentLines, itemPage, itemsById, type NotedItem, nothingSeen, pauseBefore } from './stored-items.ts';

/** By the size of the live generation, as it can't be changed later. */
async function shardCountFor(generations: Generations): Promise<number> {
  const bytes = (await generations.stored())?.meta.status?.bytes ?? 0;
  return Math.min(maxShards, 1 + Math.floor(bytes / bytesPerShard));
}

/** Waits for its copies, so that from the first item on a node may die. */
async function makeIndex(cluster: Cluster, index: string, body: object): Promise<void> {
  try {
    await cluster.command({ method: 'PUT', path: `${index}?wait_for_active_shards=all&timeout=15s`, body });
  } catch (error) {
    // No other build has this name, so an earlier try has created it.
    if (!(error instanceof ClusterRefusal && error.message.includes('already exists'))) throw error;
  }
}

export async function startGeneration(
  cluster: Cluster,
  generations: Generations,
  layout: CollectionLayout,
  { shardCount, source }: { readonly shardCount?: number | undefined; readonly source?: number | null | undefined } = {},
): Promise<OpenSearchBuild> {
  await generations.removeOrphans();
  const generation = newGenerationName();
  const index = generations.indexOf(generation);
  const described = { layout, lengths: [] };
  const form = formOf(described);
  const startedAt = Date.now();
  const base = source === undefined ? null : { source, index: (await generations.stored())?.index ?? null, startedAt };
  const meta: IndexMeta = { ...described, seenAt: startedAt, status: null, format: indexFormat, base };
  const body = {
    settings: { index: indexSettings(shardCount ?? (await shardCountFor(generations))) },
    mappings: mappingsOf(form.fields, meta),
  };
  await makeIndex(cluster, index, body);
  return new OpenSearchBuild(cluster, generations, { generation, index, base, ...form });
}

/** Retries while the cluster is full or a node is lost; then throws `SearchDownError`. */
async function writeLines(cluster: Cluster, index: string, lines: readonly string[]): Promise<void> {
  const end = performance.now() + writeDeadlineMs;
  let left = lines;
  for (let attempt = 0; ; attempt += 1) {
    const written = await bulk(cluster, index, left, end);
    left = left.filter((_, at) => written[at] !== 'done');
    if (left.length === 0) return;
    await pauseBefore(attempt, end);
  }
}

interface Target extends DocumentForm {
  readonly generation: string;
  readonly index: string;
  readonly base: BuildBase | null;
}

class OpenSearchBuild implements GenerationBuild {
  readonly generation: string;
  readonly #cluster: Cluster;
  readonly #generations: Generations;
  #target: Target;
  readonly #added = new Set<string>();
  /** The first items are written once they tell the usual lengths of fields; null from then on. */
  #sample: NotedItem[] | null = [];
  readonly #sending = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;
  readonly #heartbeat: NodeJS.Timeout;
  #beat = Promise.resolve();
  #state: 'open' | 'finished' | 'abandoned' = 'open';

  constructor(cluster: Cluster, generations: Generations, target: Target) {
    this.generation = target.generation;
    this.#cluster = cluster;
    this.#generations = generations;
    this.#target = target;
    // A failure shows in what is written next.
    const beat = (): void => void (this.#beat = this.#describe(null).catch(() => undefined));
    this.#heartbeat = setInterval(beat, heartbeatMs).unref();
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw new Error(`Generation ${this.generation} is ${this.#state}.`);
  }

  async add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }> {
    const notes = { changedAt: 0, patches: {} };
    const source = this.#target.base?.source ?? null;
    if (source === null) return this.#add(items.map((item) => ({ ...notes, item, seen: null })));
    const live = await this.#live(items.map(({ id }) => id));
    const seen = ({ id }: Item): number => live.get(id)?.changedAt ?? nothingSeen;
    return this.#add(items.map((item) => ({ ...notes, item: { ...item, source }, seen: seen(item) })));
  }

  async standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>> {
    return new Map([...(await this.#live(ids))].map(([id, { item }]) => [id, item]));
  }

  async #live(ids: readonly string[]): Promise<ReadonlyMap<string, NotedItem>> {
    const { base } = this.#target;
    return base?.index == null ? new Map() : itemsById(this.#cluster, base.index, ids);
  }

  async carryOver(report?: CarriedItems): Promise<void> {
    const { base } = this.#target;
    if (base?.index == null) return;
    const { index: live, source: ownSource } = base;
    try {
      for await (const page of allPages((after) => itemPage(this.#cluster, live, { match_all: {} }, after))) {
        const { own = [], others = [] } = Object.groupBy(page, ({ item }) => (item.source === ownSource ? 'own' : 'others'));
        const gone = own.map(({ item }) => item).filter(({ id }) => !this.#added.has(id));
        if (gone.length > 0) report?.gone(gone);
        const { duplicates } = await this.#add(others.map((noted) => ({ ...noted, seen: noted.changedAt })));
        const skipped = new Set(duplicates);
        report?.taken(others.map(({ item }) => item).filter(({ id }) => !skipped.has(id)));
      }
    } catch (error) {
      // Other sources have published so often since that the index is gone; publishing brings their items.
      if (!isGone(error)) throw error;
    }
  }

  /** Returns once all requests are sent; a failure throws from the next call. */
  async #add(items: readonly NotedItem[]): Promise<{ readonly duplicates: readonly string[] }> {
    this.#checkOpen();
    const fresh: NotedItem[] = [];
    const duplicates: string[] = [];
    for (const noted of items) {
      const { id } = noted.item;
      if (this.#added.has(id)) duplicates.push(id);
      else fresh.push(noted);
      this.#added.add(id);
    }
    if (this.#sample === null) await this.#send(fresh);
    else if (this.#sample.push(...fresh) >= sampledItems) await this.#sendSample();
    return { duplicates };
  }

  async #sendSample(): Promise<void> {
    const sample = this.#sample ?? [];
    this.#sample = null;
    const items = sample.map(({ item }) => item);
    this.#target = { ...this.#target, ...formOf({ ...this.#target, lengths: lengthsOf(items, this.#target) }) };
    await this.#send(sample);
  }

  async #send(items: readonly NotedItem[]): Promise<void> {
    for (const lines of this.#requests(items)) {
      while (this.#sending.size >= bulksAtOnce) await Promise.race(this.#sending);
      this.#checkSent();
      const sent = writeLines(this.#cluster, this.#target.index, lines).catch((error: unknown) => {
        this.#failure ??= { error };
      });
      const sending: Promise<void> = sent.then(() => void this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  #checkSent(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  *#requests(items: readonly NotedItem[]): Generator<string[]> {
    let lines: string[] = [];
    let bytes = 0;
    for (const noted of items) {
      const line = documentLines(noted, this.#target, { index: { _id: documentId(noted.item.id) } });
      lines.push(line);
      bytes += line.length;
      if (bytes < bulkBytes) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    if (lines.length > 0) yield lines;
  }

  async #describe(status: GenerationStatus | null): Promise<void> {
    const { layout, fields, base } = this.#target;
    const lengths = fields.words.map(({ usualLength }) => usualLength);
    const meta: IndexMeta = { layout, lengths, seenAt: Date.now(), status, format: indexFormat, base };
    await this.#cluster.command({ method: 'PUT', path: `${this.#target.index}/_mapping`, body: { _meta: meta } });
  }

  async finish(): Promise<GenerationStatus> {
    this.#checkOpen();
    if (this.#sample !== null) await this.#sendSample();
    await Promise.all(this.#sending);
    this.#checkSent();
    await this.#endBeats();
    const { index } = this.#target;
    await this.#cluster.command({ method: 'POST', path: `${index}/_flush?wait_if_ongoing=true` }, flushDeadlineMs);
    await this.#cluster.command({ method: 'POST', path: `${index}/_refresh` }, flushDeadlineMs);
    const { count } = await this.#cluster.command<{ readonly count: number }>({ method: 'GET', path: `${index}/_count` });
    if (count !== this.#added.size)
      throw new Error(`Of ${this.#added.size} items of generation ${this.generation}, OpenSearch has ${count}.`);
    type Stats = { readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } } };
    const stats = await this.#cluster.command<Stats>({ method: 'GET', path: `${index}/_stats/store` });
    const bytes = stats._all.primaries.store.size_in_bytes;
    const status: GenerationStatus = { generation: this.generation, itemCount: count, bytes, builtAt: Date.now() };
    await this.#describe(status);
    this.#state = 'finished';
    return status;
  }

  async #endBeats(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#beat;
  }

  async abandon(): Promise<void> {
    this.#state = 'abandoned';
    await this.#endBeats();
    await Promise.all(this.#sending);
    await this.#generations.remove(this.#target.index);
  }
}
