import { GenerationStateError, SearchDownError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationStatus, GenerationHealth, KeptGeneration } from '#engine/port.ts';
import { isProcessAlive, processPlace } from '#process-kit/process-alive.ts';
import { type Call, ClusterRefusal, type Cluster } from '#opensearch/cluster.ts';
import { buildLeaseMs, clockSlackMs } from '#opensearch/limits.ts';
import { indexFormat } from './documents.ts';
import { mergeLive } from './merge-live.ts';
import { checkName } from '#engine/index/generation-names.ts';

/**
 * A generation is an index `<prefix>.<collection>.<generation>`; the alias `<prefix>.<collection>` names the live one, and
 * `<prefix>.<collection>.previous` the one before it. Names have no points, so none of them can be another's.
 */
export class CollectionNames {
  readonly live: string;
  readonly previous: string;
  readonly pattern: string;

  constructor(prefix: string, collection: string) {
    this.live = `${prefix}.${checkName(collection)}`;
    this.previous = `${this.live}.previous`;
    this.pattern = `${this.live}.g*`;
  }

  indexOf(generation: string): string {
    return `${this.live}.${checkName(generation)}`;
  }

  generationOf(index: string): string {
    return index.slice(this.live.length + 1);
  }
}

/** What an index says about itself, in `_meta` of its mapping. */
export interface IndexMeta {
  readonly layout: CollectionLayout;
  /** Who builds it; times are epoch milliseconds. */
  readonly builder: { readonly place: string; readonly pid: number; readonly seenAt: number };
  /** null until it is finished. */
  readonly status: GenerationStatus | null;
  /** How its documents are made, see `indexFormat`. */
  readonly format: number;
  /** What the build of a source began with; null once it is published. */
  readonly base: BuildBase | null;
}

export interface BuildBase {
  readonly source: number;
  /** The index that was live; null when nothing was. */
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

/** Whether another version of Aisle has made the documents of an index, so that only the items in them can be read. */
const isOutdated = (meta: Pick<IndexMeta, 'format'> | undefined): boolean => meta !== undefined && meta.format !== indexFormat;

export async function outdatedCollections(cluster: Cluster, prefix: string): Promise<string[]> {
  const path = `${prefix}.*?filter_path=*.aliases,*.mappings._meta.format,*.mappings._meta.builder.pid`;
  const found = await cluster.command<Readonly<Record<string, Described>> | null>({ method: 'GET', path });
  return Object.entries(found ?? {}).flatMap(([index, { aliases = {}, mappings }]) => {
    const live = index.slice(0, index.lastIndexOf('.'));
    return isOutdated(mappings?._meta) && Object.hasOwn(aliases, live) ? [live.slice(prefix.length + 1)] : [];
  });
}

export interface GenerationIndex extends DescribedIndex {
  readonly isLive: boolean;
  readonly isPrevious: boolean;
}

type Ask = <Answer>(call: Call) => Promise<Answer>;

export const buildsHere = new Set<string>();

export const builderHere = (): IndexMeta['builder'] => ({ place: processPlace, pid: process.pid, seenAt: Date.now() });

/** One of this place is gone once killed; one of another, or whose number is taken again, when it is silent for long. */
function isLeftBehind({ index, meta }: GenerationIndex): boolean {
  if (meta.status !== null || buildsHere.has(index)) return false;
  const { place, pid, seenAt } = meta.builder;
  return Date.now() - seenAt > buildLeaseMs || (place === processPlace && pid !== process.pid && !isProcessAlive(pid));
}

/** The generations of a collection in the cluster: which there are, and which is live. */
export class Generations {
  readonly #cluster: Cluster;
  readonly #names: CollectionNames;

  constructor(cluster: Cluster, names: CollectionNames) {
    this.#cluster = cluster;
    this.#names = names;
  }

  /** `ask` says how long an answer may take. */
  async list(ask: Ask = (call) => this.#cluster.command(call)): Promise<GenerationIndex[]> {
    const path = `${this.#names.pattern}?filter_path=*.aliases,*.mappings._meta`;
    const found = await ask<Readonly<Record<string, Described>> | null>({ method: 'GET', path });
    return Object.entries(found ?? {}).flatMap(([index, { aliases, mappings }]) => {
      const has = (alias: string): boolean => aliases !== undefined && Object.hasOwn(aliases, alias);
      const meta = mappings?._meta;
      return meta === undefined ? [] : [{ index, meta, isLive: has(this.#names.live), isPrevious: has(this.#names.previous) }];
    });
  }

  async remove(index: string): Promise<void> {
    await this.#cluster.command({ method: 'DELETE', path: `${index}?ignore_unavailable=true` });
  }

  async removeOrphans(): Promise<void> {
    for (const generation of await this.list()) if (isLeftBehind(generation)) await this.remove(generation.index);
  }

  /** Names the live index and the one before it, in one step. */
  async #point(all: readonly GenerationIndex[], live: string, previous: string | null): Promise<void> {
    const { live: liveAlias, previous: previousAlias } = this.#names;
    const gone = all.flatMap(({ index, isLive, isPrevious }) => [
      ...(isLive && index !== live ? [{ remove: { index, alias: liveAlias, must_exist: true } }] : []),
      ...(isPrevious && index !== previous ? [{ remove: { index, alias: previousAlias, must_exist: true } }] : []),
    ]);
    const added = [
      { add: { index: live, alias: liveAlias } },
      ...(previous === null ? [] : [{ add: { index: previous, alias: previousAlias } }]),
    ];
    await this.#cluster.command({ method: 'POST', path: '_aliases', body: { actions: [...gone, ...added] } });
  }

  /** Throws `GenerationStateError` for a generation that isn't finished. */
  async publish(generation: string): Promise<void> {
    const all = await this.list();
    const index = this.#names.indexOf(generation);
    const status = all.find((one) => one.index === index)?.meta.status ?? null;
    if (status === null) throw new GenerationStateError(`Generation ${generation} of ${this.#names.live} is not finished.`);
    const built = all.find((one) => one.index === index);
    const live = all.find(({ isLive }) => isLive);
    const before = live?.index ?? null;
    const kept = isOutdated(live?.meta) ? null : before;
    const previous = before === index ? (all.find(({ isPrevious }) => isPrevious)?.index ?? null) : kept;
    const base = built?.meta.base ?? null;
    const merge = async (since: number): Promise<void> => {
      if (built === undefined || live === undefined || base === null || before === index) return;
      await mergeLive({ cluster: this.#cluster, live, built, base, since: since - clockSlackMs });
    };
    const mergedAt = Date.now();
    await merge(base?.startedAt ?? 0);
    await this.#point(all, index, previous);
    // What was changed between the two, by whichever server.
    await merge(mergedAt);
    if (built !== undefined && base !== null) await this.#markPublished(built);
    for (const { index: other, meta } of all) {
      if (other !== index && meta.status !== null && isOutdated(meta)) await this.remove(other);
      if (base !== null && meta.base !== null && meta.base.source !== base.source) continue;
      const isOlder = meta.status !== null && meta.status.builtAt <= status.builtAt;
      if (other !== index && other !== previous && isOlder) await this.remove(other);
    }
  }

  /** From now on it is a generation like any other. */
  async #markPublished({ index, meta }: GenerationIndex): Promise<void> {
    await this.#cluster.command({ method: 'PUT', path: `${index}/_mapping`, body: { _meta: { ...meta, base: null } } });
  }

  /** Makes a finished generation live that was built of the live one. Throws `GenerationStateError` when that is not live any more. */
  async succeed(before: string, generation: string): Promise<void> {
    const all = await this.list();
    const index = this.#names.indexOf(generation);
    const live = all.find((one) => one.index === before && one.isLive);
    if (live === undefined || !all.some((one) => one.index === index))
      throw new GenerationStateError(`${before} is not live any more.`);
    const isGone = isOutdated(live.meta);
    try {
      await this.#point(all, index, isGone ? null : before);
    } catch (error) {
      // What was done may have lost its answer.
      if (!(await this.list()).some((one) => one.index === index && one.isLive)) throw error;
    }
    for (const { index: other, isPrevious, meta } of all)
      if ((isPrevious && other !== before) || (isGone && meta.status !== null && isOutdated(meta))) await this.remove(other);
  }

  /** It takes no changes while closed; all that was begun before is done. Who has one looks for the live one again. */
  async close(index: string): Promise<void> {
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
    return this.#names.generationOf(previous.index);
  }

  /** Throws `GenerationStateError` for a generation that is live or kept. */
  async discard(generation: string): Promise<void> {
    const index = this.#names.indexOf(generation);
    const found = (await this.list()).find((one) => one.index === index);
    if (found?.isLive === true || found?.isPrevious === true)
      throw new GenerationStateError(`Generation ${generation} of ${this.#names.live} is live or kept for rollback.`);
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

  /** The same, also where it is outdated. */
  async stored(share = 1): Promise<DescribedIndex | null> {
    const path = `${this.#names.live}?local=true&filter_path=*.mappings._meta`;
    try {
      const found = await this.#cluster.search<Readonly<Record<string, Described>>>({ method: 'GET', path }, undefined, share);
      const [entry] = Object.entries(found);
      const meta = entry?.[1].mappings?._meta;
      return entry === undefined || meta === undefined ? null : { index: entry[0], meta };
    } catch (error) {
      if (error instanceof ClusterRefusal && error.status === 404) return null;
      throw error;
    }
  }
}

interface IndexFigures {
  readonly index: string;
  readonly health: string;
  readonly 'pri.store.size': string | null;
  readonly 'docs.count': string | null;
}

const healths: Readonly<Record<string, GenerationHealth>> = { green: 'good', yellow: 'degraded', red: 'bad' };

/** The live generation and the one before it, as the cluster tells of them. */
export async function keptGenerations(
  cluster: Cluster,
  generations: Generations,
  names: CollectionNames,
): Promise<KeptGeneration[]> {
  const path = `_cat/indices/${names.pattern}?format=json&bytes=b&h=index,health,pri.store.size,docs.count`;
  // Somebody waits for it as for a search.
  const [all, figures] = await Promise.all([
    generations.list((call) => cluster.search(call)),
    cluster.search<readonly IndexFigures[] | null>({ method: 'GET', path }),
  ]);
  const kept = all.filter(({ isLive, isPrevious }) => isLive || isPrevious);
  kept.sort((one, other) => Number(other.isLive) - Number(one.isLive));
  return kept.flatMap(({ index, meta, isLive }): KeptGeneration[] => {
    if (meta.status === null) return [];
    const found = figures?.find((one) => one.index === index);
    return [
      {
        ...meta.status,
        itemCount: Number(found?.['docs.count'] ?? meta.status.itemCount),
        bytes: Number(found?.['pri.store.size'] ?? meta.status.bytes),
        isLive,
        layout: meta.layout,
        health: isOutdated(meta) ? 'outdated' : (healths[found?.health ?? ''] ?? 'bad'),
      },
    ];
  });
}
