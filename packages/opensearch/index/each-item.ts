import type { Item } from '#contract/item.ts';
import type { SourcePage } from '#engine/port.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { documentId, changedAtField, idField, itemField, patchesField, sourceField, seenField } from './documents.ts';
import { pageItems } from '#opensearch/limits.ts';

/** By field: when single changes last set it, in epoch milliseconds, and to what; null took it away. */
export type NotedPatches = Readonly<Record<string, readonly [at: number, value: Item['fields'][string] | null]>>;

export interface DocumentVersion {
  readonly sequence: number;
  readonly term: number;
}

/** An item with what its document notes about it. */
export interface NotedItem {
  readonly item: Item;
  /** Epoch milliseconds; 0 where no single change has written it. */
  readonly changedAt: number;
  /** Of its fields, since it came from its source. */
  readonly patches: NotedPatches;
  /** `changedAt` of the live item that the build has seen, `nothingSeen` where there was none; null where no build wrote the item. */
  readonly seen: number | null;
  readonly version?: DocumentVersion;
}

export const nothingSeen = -1;

type Source = Readonly<Record<string, unknown>>;
/** Fields of a document that tell of its item. */
export const notes = [itemField, changedAtField, patchesField, seenField];

export function notedItem(source: Source, version?: DocumentVersion): NotedItem {
  return {
    ...(version && { version }),
    item: JSON.parse(String(source[itemField])) as Item,
    changedAt: Number(source[changedAtField] ?? 0),
    patches: JSON.parse((source[patchesField] as string | undefined) ?? '{}') as NotedPatches,
    seen: source[seenField] === undefined ? null : Number(source[seenField]),
  };
}

export const notesOf = ({ changedAt, patches, seen }: Omit<NotedItem, 'item'>): object => ({
  ...(changedAt > 0 && { [changedAtField]: changedAt }),
  ...(Object.keys(patches).length > 0 && { [patchesField]: JSON.stringify(patches) }),
  ...(seen !== null && { [seenField]: seen }),
});

interface NotedPage {
  readonly items: readonly NotedItem[];
  /** Id of the last one; null where no other page comes. */
  readonly next: string | null;
}

/** A page of the items of an index behind an id, in the order of ids. */
export async function notedPage(cluster: Cluster, index: string, query: object, after: string | null): Promise<NotedPage> {
  type Hit = { readonly _source: Source; readonly sort: readonly [string] };
  const { hits } = await cluster.command<{ readonly hits: { readonly hits?: readonly Hit[] } }>({
    method: 'POST',
    path: `${index}/_search?filter_path=hits.hits._source,hits.hits.sort,hits.max_score`,
    body: {
      query,
      size: pageItems,
      sort: [{ [idField]: 'asc' }],
      _source: notes,
      track_total_hits: false,
      ...(after !== null && { search_after: [after] }),
    },
  });
  const page = hits.hits ?? [];
  const next = page.length === pageItems ? (page.at(-1)?.sort[0] ?? null) : null;
  return { items: page.map(({ _source }) => notedItem(_source)), next };
}

/** Items of an index by id, page by page. What changes meanwhile is seen as it was or as it is. */
export async function* eachItem(cluster: Cluster, index: string, query: object): AsyncGenerator<readonly NotedItem[]> {
  let after: string | null = null;
  do {
    const page = await notedPage(cluster, index, query, after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

export async function itemsById(cluster: Cluster, index: string, ids: readonly string[]): Promise<Map<string, NotedItem>> {
  if (ids.length === 0) return new Map();
  const path = `${index}/_mget?_source_includes=${notes.join()}&filter_path=docs._source,docs._seq_no,docs._primary_term`;
  interface Document {
    readonly _source?: Source;
    readonly _seq_no?: number;
    readonly _primary_term?: number;
  }
  type Found = { readonly docs?: readonly Document[] };
  const { docs = [] } = await cluster.command<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
  const found = docs.flatMap(({ _source, _seq_no: sequence = 0, _primary_term: term = 0 }) =>
    _source === undefined ? [] : [notedItem(_source, { sequence, term })],
  );
  return new Map(found.map((noted) => [noted.item.id, noted]));
}

/** A page of the ids of a source, in order. */
export async function idsOfSource(cluster: Cluster, index: string, source: number, after: string | null): Promise<SourcePage> {
  const { hits } = await cluster
    .command<{ readonly hits?: { readonly hits?: readonly { readonly sort: readonly string[] }[] } }>({
      method: 'POST',
      path: `${index}/_search?filter_path=hits.hits.sort`,
      body: {
        query: { term: { [sourceField]: source } },
        size: pageItems,
        sort: [{ [idField]: 'asc' }],
        _source: false,
        track_total_hits: false,
        ...(after !== null && { search_after: [after] }),
      },
    })
    .then(({ hits: found }) => ({ hits: found?.hits ?? [] }));
  const ids = hits.flatMap(({ sort }) => sort.slice(0, 1));
  return { ids, next: ids.length === pageItems ? (ids.at(-1) ?? null) : null };
}
