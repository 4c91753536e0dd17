import type { Item } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { newGenerationName } from '#engine/index/generation-names.ts';
import type { CarriedItems, CollectionLayout, GenerationBuild, GenerationStatus } from '#engine/port.ts';
import { type NewDocument, writeDocuments } from './bulk.ts';
import { type Cluster, ClusterRefusal } from '#opensearch/cluster.ts';
import { documentId, documentOf, type IndexFields, indexFieldsOf, indexFormat, indexSettings, mappingsOf } from './documents.ts';
import { eachItem, itemsById, type NotedItem, notesOf, nothingSeen } from './each-item.ts';
import { type BuildBase, builderHere, buildsHere, Generations, type IndexMeta, type CollectionNames } from './generations.ts';
import { bulkBytes, bulksAtOnce, bytesPerShard, flushDeadlineMs, heartbeatMs, maxShards } from '#opensearch/limits.ts';

/** How many shards a generation gets can't be changed later, so it is decided by the size of the live one. */
async function shardCountFor(generations: Generations): Promise<number> {
  const bytes = (await generations.stored())?.meta.status?.bytes ?? 0;
  return Math.min(maxShards, 1 + Math.floor(bytes / bytesPerShard));
}

/** Its copies are there before its first item, so that from then on a node may die. */
async function makeIndex(cluster: Cluster, index: string, body: object): Promise<void> {
  let isRepeated = false;
  const call = { method: 'PUT', path: `${index}?wait_for_active_shards=all&timeout=15s`, body } as const;
  try {
    await cluster.command(call, undefined, () => (isRepeated = true));
  } catch (error) {
    // No other build has this name, so what is there is what an earlier try has made.
    if (!(isRepeated && error instanceof ClusterRefusal && error.message.includes('already exists'))) throw error;
  }
}

export async function startGeneration(
  cluster: Cluster,
  names: CollectionNames,
  layout: CollectionLayout,
  { shardCount, source }: { readonly shardCount?: number | undefined; readonly source?: number | undefined } = {},
): Promise<OpenSearchBuild> {
  const generations = new Generations(cluster, names);
  await generations.removeOrphans();
  const generation = newGenerationName();
  const index = names.indexOf(generation);
  const analyser = analyserOf(layout.language);
  const fields = indexFieldsOf(layout, analyser.hasStemmer);
  const base = source === undefined ? null : await baseNow(generations, source);
  const meta: IndexMeta = { layout, builder: builderHere(), status: null, format: indexFormat, base };
  buildsHere.add(index);
  const body = {
    settings: { index: indexSettings(shardCount ?? (await shardCountFor(generations))) },
    mappings: mappingsOf(fields, meta),
  };
  await makeIndex(cluster, index, body);
  return new OpenSearchBuild(cluster, generations, { generation, index, layout, analyser, fields, base });
}

async function baseNow(generations: Generations, source: number): Promise<BuildBase> {
  const startedAt = Date.now();
  const live = await generations.stored();
  return { source, index: live?.index ?? null, startedAt };
}

type Notes = (item: Item) => Omit<NotedItem, 'item'>;
const noNotes: Notes = () => ({ changedAt: 0, patches: {}, seen: null });

interface Target {
  readonly generation: string;
  readonly index: string;
  readonly layout: CollectionLayout;
  readonly analyser: Analyser;
  readonly fields: IndexFields;
  readonly base: BuildBase | null;
}

class OpenSearchBuild implements GenerationBuild {
  readonly generation: string;
  readonly #cluster: Cluster;
  readonly #generations: Generations;
  readonly #target: Target;
  readonly #added = new Set<string>();
  readonly #sending = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;
  #seenAt = Date.now();
  #state: 'open' | 'finished' | 'abandoned' = 'open';

  constructor(cluster: Cluster, generations: Generations, target: Target) {
    this.generation = target.generation;
    this.#cluster = cluster;
    this.#generations = generations;
    this.#target = target;
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw new Error(`Generation ${this.generation} is ${this.#state}.`);
  }

  async add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }> {
    const source = this.#target.base?.source;
    if (source === undefined) return this.#add(items);
    const live = await this.#live(items.map(({ id }) => id));
    return this.#add(
      items.map((item) => ({ ...item, source })),
      ({ id }) => ({ changedAt: 0, patches: {}, seen: live.get(id)?.changedAt ?? nothingSeen }),
    );
  }

  /** Adds items of another generation with what is noted about them. */
  async copy(noted: readonly NotedItem[]): Promise<void> {
    const byId = new Map(noted.map((one) => [one.item.id, one]));
    await this.#add(
      noted.map(({ item }) => item),
      ({ id }) => byId.get(id)!,
    );
  }

  async standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>> {
    return new Map([...(await this.#live(ids))].map(([id, { item }]) => [id, item]));
  }

  async #live(ids: readonly string[]): Promise<ReadonlyMap<string, NotedItem>> {
    const { base } = this.#target;
    return base?.index == null ? new Map() : itemsById(this.#cluster, base.index, ids);
  }

  async carryOver(told?: CarriedItems): Promise<void> {
    const { base, index } = this.#target;
    if (base?.index == null) return;
    await this.#allSent();
    try {
      for await (const page of eachItem(this.#cluster, base.index, { match_all: {} })) {
        const own = page.map(({ item }) => item).filter(({ source }) => source === base.source);
        const built = await itemsById(
          this.#cluster,
          index,
          own.map(({ id }) => id),
        );
        const gone = own.filter(({ id }) => !built.has(id));
        if (gone.length > 0) told?.gone(gone);
        const others = new Map(page.filter(({ item }) => item.source !== base.source).map((noted) => [noted.item.id, noted]));
        const items = [...others.values()].map(({ item }) => item);
        const { duplicates } = await this.#add(items, ({ id }) => ({ ...others.get(id)!, seen: others.get(id)!.changedAt }));
        const left = new Set(duplicates);
        told?.taken(items.filter(({ id }) => !left.has(id)));
      }
    } catch (error) {
      // Other sources have published so often meanwhile that the index is gone; publishing brings their items.
      if (!(error instanceof ClusterRefusal && error.status === 404)) throw error;
    }
  }

  /** Returns once all requests are sent; one that fails, fails the next call. Ids are remembered here: nobody else writes the index. */
  async #add(items: readonly Item[], notes: Notes = noNotes): Promise<{ readonly duplicates: readonly string[] }> {
    this.#checkOpen();
    await this.#showLife();
    const fresh: Item[] = [];
    const duplicates: string[] = [];
    for (const item of items) {
      if (this.#added.has(item.id)) duplicates.push(item.id);
      else fresh.push(item);
      this.#added.add(item.id);
    }
    for (const documents of this.#requests(fresh, notes)) {
      while (this.#sending.size >= bulksAtOnce) await Promise.race(this.#sending);
      this.#checkSent();
      const sent = writeDocuments(this.#cluster, this.#target.index, documents).catch((error: unknown) => {
        this.#failure ??= { error };
      });
      const sending: Promise<void> = sent.then(() => void this.#sending.delete(sending));
      this.#sending.add(sending);
    }
    return { duplicates };
  }

  async #allSent(): Promise<void> {
    await Promise.all(this.#sending);
    this.#checkSent();
  }

  #checkSent(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  *#requests(items: readonly Item[], notes: Notes): Generator<NewDocument[]> {
    const { layout, analyser, fields } = this.#target;
    let documents: NewDocument[] = [];
    let bytes = 0;
    for (const item of items) {
      const text = JSON.stringify({ ...documentOf(item, layout, fields, analyser), ...notesOf(notes(item)) });
      documents.push({ id: documentId(item.id), text });
      bytes += text.length;
      if (bytes < bulkBytes) continue;
      yield documents;
      documents = [];
      bytes = 0;
    }
    if (documents.length > 0) yield documents;
  }

  /** Keeps other servers from taking a long build for one that was left behind. */
  async #showLife(): Promise<void> {
    if (Date.now() - this.#seenAt < heartbeatMs) return;
    this.#seenAt = Date.now();
    await this.#describe(null);
  }

  async #describe(status: GenerationStatus | null): Promise<void> {
    const { layout, base } = this.#target;
    const meta: IndexMeta = { layout, builder: builderHere(), status, format: indexFormat, base };
    await this.#cluster.command({ method: 'PUT', path: `${this.#target.index}/_mapping`, body: { _meta: meta } });
  }

  async finish(): Promise<GenerationStatus> {
    this.#checkOpen();
    await this.#allSent();
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
    buildsHere.delete(index);
    return status;
  }

  async abandon(): Promise<void> {
    this.#state = 'abandoned';
    await Promise.all(this.#sending);
    await this.#generations.remove(this.#target.index);
    buildsHere.delete(this.#target.index);
  }
}
