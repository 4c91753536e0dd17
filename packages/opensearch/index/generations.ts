import { checkName } from '#engine/index/generation-names.ts';
import { GenerationStateError, SearchDownError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationHealth, GenerationStatus, KeptGeneration } from '#engine/port.ts';
import { type Call, type Cluster, isGone } from '#opensearch/cluster.ts';
import { buildLeaseMs } from '#opensearch/limits.ts';
import { indexFormat } from './documents.ts';
import { mergeLive } from './merge-live.ts';

export interface IndexMeta {
  readonly layout: CollectionLayout;
  readonly lengths: readonly number[];
  /** Epoch milliseconds; renewed while it is built. */
  readonly seenAt: number;
  readonly status: GenerationStatus | null;
  readonly format: number;
  /** Where the build of a source began; null for other builds and once it is published. */
  readonly base: BuildBase | null;
}

export interface BuildBase {
  readonly source: number | null;
  readonly index: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export interface DescribedIndex {
  readonly index: string;
  readonly meta: IndexMeta;
}

interface Described {
  readonly aliases?: Readonly<Record<string, object>>;
  readonly mappings?: { readonly _meta?: IndexMeta };
}

/** Another version of Aisle has written the documents, so only their items can be read. */
const isOutdated = (meta: Pick<IndexMeta, 'format'> | undefined): boolean => meta !== undefined && meta.format !== indexFormat;

export async function outdatedCollections(cluster: Cluster, prefix: string): Promise<string[]> {
  const path = `${prefix}.*?filter_path=*.aliases,*.mappings._meta.format,*.mappings._meta.layout.language`;
  const found = await cluster.command<Readonly<Record<string, Described>> | null>({ method: 'GET', path });
  return Object.entries(found ?? {}).flatMap(([index, { aliases = {}, mappings }]) => {
    const live = index.slice(0, index.lastIndexOf('.'));
    return isOutdated(mappings?._meta) && Object.hasOwn(aliases, live) ? [live.slice(prefix.length + 1)] : [];
  });
}

interface GenerationIndex extends DescribedIndex {
  readonly isLive: boolean;
  readonly isPrevious: boolean;
}

type Ask = <Answer>(call: Call) => Promise<Answer>;

const isLeftBehind = ({ meta }: GenerationIndex): boolean => meta.status === null && Date.now() - meta.seenAt > buildLeaseMs;

interface IndexFigures {
  readonly index: string;
  readonly health: string;
  readonly 'pri.store.size': string | null;
  readonly 'docs.count': string | null;
}

const healths: Readonly<Record<string, GenerationHealth>> = { green: 'good', yellow: 'degraded', red: 'bad' };

/**
 * The generations of a collection: each is an index `<prefix>.<collection>.<generation>`; the alias `<prefix>.<collection>` names the live
 * one, `<prefix>.<collection>.previous` the one before it. Names have no dots, so no two collide.
 */
export class Generations {
  readonly #cluster: Cluster;
  readonly #live: string;
  readonly #previous: string;
  readonly #pattern: string;

  constructor(cluster: Cluster, prefix: string, collection: string) {
    this.#cluster = cluster;
    this.#live = `${prefix}.${checkName(collection)}`;
    this.#previous = `${this.#live}.previous`;
    this.#pattern = `${this.#live}.g*`;
  }

  indexOf(generation: string): string {
    return `${this.#live}.${checkName(generation)}`;
  }

  async list(ask: Ask = (call) => this.#cluster.command(call)): Promise<GenerationIndex[]> {
    const path = `${this.#pattern}?filter_path=*.aliases,*.mappings._meta`;
    const found = await ask<Readonly<Record<string, Described>> | null>({ method: 'GET', path });
    return Object.entries(found ?? {}).flatMap(([index, { aliases = {}, mappings }]) => {
      const meta = mappings?._meta;
      const [isLive, isPrevious] = [this.#live, this.#previous].map((alias) => Object.hasOwn(aliases, alias));
      return meta === undefined ? [] : [{ index, meta, isLive: isLive!, isPrevious: isPrevious! }];
    });
  }

  async kept(): Promise<KeptGeneration[]> {
    const path = `_cat/indices/${this.#pattern}?format=json&bytes=b&h=index,health,pri.store.size,docs.count`;
    // Somebody waits for it as for a search.
    const [all, figures] = await Promise.all([
      this.list((call) => this.#cluster.search(call)),
      this.#cluster.search<readonly IndexFigures[] | null>({ method: 'GET', path }),
    ]);
    const kept = all.filter(({ isLive, isPrevious }) => isLive || isPrevious);
    kept.sort((one, other) => Number(other.isLive) - Number(one.isLive));
    return kept.flatMap(({ index, meta: { status, layout, format }, isLive }): KeptGeneration[] => {
      if (status === null) return [];
      const found = figures?.find((one) => one.index === index);
      const itemCount = Number(found?.['docs.count'] ?? status.itemCount);
      const bytes = Number(found?.['pri.store.size'] ?? status.bytes);
      const health = isOutdated({ format }) ? 'outdated' : (healths[found?.health ?? ''] ?? 'bad');
      return [{ ...status, itemCount, bytes, isLive, layout, health }];
    });
  }

  async remove(index: string): Promise<void> {
    await this.#cluster.command({ method: 'DELETE', path: `${index}?ignore_unavailable=true` });
  }

  async removeOrphans(): Promise<void> {
    for (const generation of await this.list()) if (isLeftBehind(generation)) await this.remove(generation.index);
  }

  async #point(all: readonly GenerationIndex[], live: string, previous: string | null): Promise<void> {
    const gone = all.flatMap(({ index, isLive, isPrevious }) => [
      ...(isLive && index !== live ? [{ remove: { index, alias: this.#live, must_exist: true } }] : []),
      ...(isPrevious && index !== previous ? [{ remove: { index, alias: this.#previous, must_exist: true } }] : []),
    ]);
    const added = [
      { add: { index: live, alias: this.#live } },
      ...(previous === null ? [] : [{ add: { index: previous, alias: this.#previous } }]),
    ];
    try {
      await this.#cluster.command({ method: 'POST', path: '_aliases', body: { actions: [...gone, ...added] } });
    } catch (error) {
      // A repeated call fails if the first one succeeded and its response was lost.
      if (!(await this.list()).some((one) => one.index === live && one.isLive)) throw error;
    }
  }

  /** Brings in later changes of the live items first. Throws `GenerationStateError` if it isn't finished, or was built from an index that isn't live. */
  async publish(generation: string): Promise<void> {
    const all = await this.list();
    const index = this.indexOf(generation);
    const built = all.find((one) => one.index === index);
    const status = built?.meta.status ?? null;
    if (built === undefined || status === null)
      throw new GenerationStateError(`Generation ${generation} of ${this.#live} is not finished.`);
    const { base } = built.meta;
    const live = all.find(({ isLive }) => isLive);
    if (base?.source === null && live?.index !== base.index)
      throw new GenerationStateError(`${base.index} is not live any more.`);
    const kept = live === undefined || isOutdated(live.meta) ? null : live.index;
    const previous = live?.index === index ? (all.find(({ isPrevious }) => isPrevious)?.index ?? null) : kept;
    if (built.isPrevious) await this.open(index);
    const merged = base === null || live?.index === index ? undefined : live;
    try {
      if (base !== null && merged !== undefined)
        await mergeLive({ cluster: this.#cluster, live: merged.index, built, base, close: () => this.#close(merged.index) });
      await this.#point(all, index, previous);
    } catch (error) {
      if (merged !== undefined) await this.open(merged.index);
      throw error;
    }
    if (base !== null) await this.#markPublished(built);
    for (const { index: other, meta, isPrevious } of all) {
      if (other === index || other === previous || meta.status === null) continue;
      const isOwn = base === null || meta.base === null || meta.base.source === base.source;
      const isReplaced = base?.source === null ? isPrevious : isOwn && meta.status.builtAt <= status.builtAt;
      if (isReplaced || isOutdated(meta)) await this.remove(other);
    }
  }

  async #markPublished({ index, meta }: GenerationIndex): Promise<void> {
    await this.#cluster.command({ method: 'PUT', path: `${index}/_mapping`, body: { _meta: { ...meta, base: null } } });
  }

  /** Returns when all writes that began before are done; later ones wait for the next live index. */
  async #close(index: string): Promise<void> {
    await this.#cluster.command({ method: 'PUT', path: `${index}/_block/write` });
  }

  async open(index: string): Promise<void> {
    const body = { 'index.blocks.write': null };
    await this.#cluster.command({ method: 'PUT', path: `${index}/_settings?ignore_unavailable=true`, body });
  }

  async rollback(): Promise<string | null> {
    const all = await this.list();
    const live = all.find(({ isLive }) => isLive);
    const previous = all.find(({ isPrevious, meta }) => isPrevious && !isOutdated(meta));
    if (live === undefined || previous === undefined) return null;
    await this.open(previous.index);
    await this.#point(all, previous.index, live.index);
    return previous.index.slice(this.#live.length + 1);
  }

  /** Throws `GenerationStateError` for a generation that is live or kept. */
  async discard(generation: string): Promise<void> {
    const index = this.indexOf(generation);
    const found = (await this.list()).find((one) => one.index === index);
    if (found?.isLive === true || found?.isPrevious === true)
      throw new GenerationStateError(`Generation ${generation} of ${this.#live} is live or kept for rollback.`);
    await this.remove(index);
  }

  async drop(): Promise<void> {
    for (const { index } of await this.list()) await this.remove(index);
  }

  /** Null when nothing was ever published. Throws `SearchDownError` when outdated. `share` is of a search's time. */
  async live(share = 1): Promise<DescribedIndex | null> {
    const found = await this.stored(share);
    if (found !== null && isOutdated(found.meta))
      throw new SearchDownError(`The index ${found.index} is being rebuilt, as another version of Aisle has written it.`);
    return found;
  }

  async stored(share = 1): Promise<DescribedIndex | null> {
    const path = `${this.#live}?local=true&filter_path=*.mappings._meta`;
    try {
      const found = await this.#cluster.search<Readonly<Record<string, Described>>>({ method: 'GET', path }, undefined, share);
      const [entry] = Object.entries(found);
      const meta = entry?.[1].mappings?._meta;
      return entry === undefined || meta === undefined ? null : { index: entry[0], meta };
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }
}
