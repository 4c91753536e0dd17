import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '#contract/item.ts';
import { idOf, patchOf, planChanges, type StandingItem } from '#engine/index/item-changes.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';
import { checkDisk, type Cluster } from '#opensearch/cluster.ts';
import { firstPauseMs, maxPauseMs, pageItems, writeDeadlineMs } from '#opensearch/limits.ts';
import {
  changedAtField,
  type DocumentForm,
  documentId,
  documentOf,
  idField,
  itemField,
  patchesField,
  seenField,
} from './documents.ts';

/** By field: when single changes last set it, in epoch milliseconds, and to what; null removed it. */
type NotedPatches = Readonly<Record<string, readonly [at: number, value: Item['fields'][string] | null]>>;

interface DocumentVersion {
  readonly sequence: number;
  readonly term: number;
}

export interface NotedItem {
  readonly item: Item;
  /** Epoch milliseconds; 0 if no single change has written it. */
  readonly changedAt: number;
  readonly patches: NotedPatches;
  /** `changedAt` of the live item as the build read it, `nothingSeen` if there was none; null if no build wrote the item. */
  readonly seen: number | null;
  readonly version?: DocumentVersion;
}

export const nothingSeen = -1;

type Source = Readonly<Record<string, unknown>>;
const notes = [itemField, changedAtField, patchesField, seenField];

function notedItem(source: Source): NotedItem {
  return {
    item: JSON.parse(String(source[itemField])) as Item,
    changedAt: Number(source[changedAtField] ?? 0),
    patches: JSON.parse((source[patchesField] as string | undefined) ?? '{}') as NotedPatches,
    seen: source[seenField] === undefined ? null : Number(source[seenField]),
  };
}

interface Hit {
  readonly _source?: Source;
  readonly sort: readonly [id: string];
}

interface Page<Of> {
  readonly items: readonly Of[];
  readonly next: string | null;
}

async function page<Of>(
  cluster: Cluster,
  index: string,
  query: object,
  after: string | null,
  { size, source, read }: { readonly size: number; readonly source: readonly string[] | false; readonly read: (hit: Hit) => Of },
): Promise<Page<Of>> {
  const search = { size, sort: [{ [idField]: 'asc' }], _source: source, track_total_hits: false };
  const { hits } = await cluster.command<{ readonly hits: { readonly hits?: readonly Hit[] } }>({
    method: 'POST',
    path: `${index}/_search?filter_path=hits.hits._source,hits.hits.sort,hits.max_score`,
    body: { query, ...search, ...(after !== null && { search_after: [after] }) },
  });
  const found = hits.hits ?? [];
  return { items: found.map(read), next: found.length === size ? (found.at(-1)?.sort[0] ?? null) : null };
}

export const itemPage = (cluster: Cluster, index: string, query: object, after: string | null): Promise<Page<NotedItem>> =>
  page(cluster, index, query, after, { size: pageItems, source: notes, read: ({ _source }) => notedItem(_source ?? {}) });

export const idPage = (
  cluster: Cluster,
  index: string,
  query: object,
  after: string | null,
  size = pageItems,
): Promise<Page<string>> => page(cluster, index, query, after, { size, source: false, read: ({ sort }) => sort[0] });

/** Items that change in between come in their old or their new state. */
export async function* allPages<Of>(read: (after: string | null) => Promise<Page<Of>>): AsyncGenerator<readonly Of[]> {
  let after: string | null = null;
  do {
    const { items, next }: Page<Of> = await read(after);
    yield items;
    after = next;
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
    _source === undefined ? [] : [{ ...notedItem(_source), version: { sequence, term } }],
  );
  return new Map(found.map((noted) => [noted.item.id, noted]));
}

export type ItemWrite = { readonly kind: 'remove'; readonly id: string } | ({ readonly kind: 'put' } & NotedItem);

const idOfWrite = (write: ItemWrite): string => (write.kind === 'remove' ? write.id : write.item.id);

export function documentLines(noted: Omit<NotedItem, 'version'>, form: DocumentForm, action: object): string {
  const { changedAt, patches, seen } = noted;
  const document = {
    ...documentOf(noted.item, form),
    ...(changedAt > 0 && { [changedAtField]: changedAt }),
    ...(Object.keys(patches).length > 0 && { [patchesField]: JSON.stringify(patches) }),
    ...(seen !== null && { [seenField]: seen }),
  };
  return `${JSON.stringify(action)}\n${JSON.stringify(document)}\n`;
}

/** Replaces `over` if it is still the stored version; undefined expects no stored item. */
function linesOf(write: ItemWrite, over: DocumentVersion | undefined, form: DocumentForm): string {
  const only = over && { if_seq_no: over.sequence, if_primary_term: over.term };
  const action = { _id: documentId(idOfWrite(write)), ...only };
  if (write.kind === 'remove') return `${JSON.stringify({ delete: action })}\n`;
  return documentLines(write, form, over === undefined ? { create: action } : { index: action });
}

/** `overtaken` by another write; `busy`: the node is full or gone; `closed`: another generation takes over. */
type Written = 'done' | 'overtaken' | 'busy' | 'closed';

interface Outcome {
  readonly status: number;
  readonly error?: { readonly reason?: string };
}

const busy: ReadonlySet<number> = new Set([429, 503]);
const [notFound, conflict] = [404, 409];
/** The block of `Generations.close`; that of a full disk has another name. */
const closedReason = 'index write (api)';

function writtenOf({ status, error }: Outcome): Written {
  if (status < 300 || (status === notFound && error === undefined)) return 'done';
  if (status === conflict) return 'overtaken';
  checkDisk(error?.reason ?? '');
  if (busy.has(status)) return 'busy';
  if (error?.reason?.includes(closedReason) === true) return 'closed';
  throw new Error(`OpenSearch refused an item: ${error?.reason ?? 'it gave no reason'}`);
}

export async function bulk(
  cluster: Cluster,
  index: string,
  lines: readonly string[],
  end: number,
  onRetry?: () => void,
): Promise<Written[]> {
  if (lines.length === 0) return [];
  const path = `${index}/_bulk?timeout=10s&filter_path=items.*.status,items.*.error.reason`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const call = { method: 'POST', path, body: lines.join('') } as const;
  const { items } = await cluster.command<Answer>(call, Math.max(1, end - performance.now()), onRetry);
  return items.flatMap((item) => Object.values(item)).map(writtenOf);
}

/** Throws `SearchDownError` at the end. */
export async function pauseBefore(attempt: number, end: number): Promise<void> {
  const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt) * Math.random();
  if (performance.now() + pauseMs > end)
    throw new SearchDownError(`OpenSearch accepted no items for ${writeDeadlineMs / 1000} seconds.`);
  await sleep(pauseMs);
}

export interface ChangedIndex extends DocumentForm {
  readonly index: string;
}

/** Plans again for items that changed in between. Durable when it returns, found after a refresh. Throws `SearchDownError` while the cluster is full or gone. */
export async function writePlanned(
  cluster: Cluster,
  target: ChangedIndex,
  ids: readonly string[],
  plan: (ids: readonly string[], now: ReadonlyMap<string, NotedItem>, isRepeated: boolean) => readonly ItemWrite[],
): Promise<'done' | 'closed'> {
  const end = performance.now() + writeDeadlineMs;
  let open = ids;
  let isRepeated = false;
  for (let attempt = 0; ; attempt += 1) {
    const now = await itemsById(cluster, target.index, open);
    const writes = plan(open, now, isRepeated);
    isRepeated = false;
    const lines = writes.map((write) => linesOf(write, now.get(idOfWrite(write))?.version, target));
    const written = await bulk(cluster, target.index, lines, end, () => (isRepeated = true));
    if (written.includes('closed')) return 'closed';
    const left = writes.filter((_, at) => written[at] !== 'done');
    if (left.length === 0) return 'done';
    open = left.map(idOfWrite);
    await pauseBefore(attempt, end);
  }
}

/** Null while the index is closed because another one takes over; some may be made then. */
export async function changeItems(
  cluster: Cluster,
  live: ChangedIndex,
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[] | null> {
  const outcomes: ChangeOutcome[] = [];
  const written = await writePlanned(cluster, live, [...new Set(changes.map(idOf))], (ids, now, isRepeated) => {
    const open = new Set(ids);
    const own = [...changes.keys()].filter((at) => open.has(idOf(changes[at]!)));
    const planned = planChanges(
      own.map((at) => changes[at]!),
      (id) => standing(now.get(id)),
    );
    // A request that was sent again may find what the first one did.
    if (!isRepeated) for (const [place, at] of own.entries()) outcomes[at] = planned.outcomes[place]!;
    return [...planned.items].flatMap(([id, next]) => writesOf(id, next, now.get(id)));
  });
  return written === 'done' ? outcomes : null;
}

function writesOf(id: string, next: StandingItem | null, now: NotedItem | undefined): ItemWrite[] {
  if (next === null) return now === undefined ? [] : [{ kind: 'remove', id }];
  const fields = JSON.parse(next.json) as Item['fields'];
  const item: Item = { id, fields, ...(next.source !== null && { source: next.source }) };
  // Later than the change before, whatever the clocks say.
  const changedAt = Math.max(Date.now(), (now?.changedAt ?? 0) + 1);
  return [{ kind: 'put', item, changedAt, patches: patchesOf(now, item, changedAt), seen: null }];
}

const standing = (noted: NotedItem | undefined): StandingItem | null =>
  noted === undefined ? null : { json: JSON.stringify(noted.item.fields), source: noted.item.source ?? null };

/** A running import of the item's source brings the item again, with these patches. */
function patchesOf(before: NotedItem | undefined, item: Item, at: number): NotedPatches {
  if (before === undefined || item.source === undefined || before.item.source !== item.source) return {};
  const patched = Object.entries(patchOf(before.item.fields, item.fields));
  return { ...before.patches, ...Object.fromEntries(patched.map(([name, value]) => [name, [at, value]])) };
}
