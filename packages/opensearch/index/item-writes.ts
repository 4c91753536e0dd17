import { setTimeout as sleep } from 'node:timers/promises';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { CollectionLayout } from '#engine/port.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { documentId, documentOf, type IndexFields } from './documents.ts';
import { type DocumentVersion, itemsById, type NotedItem, notesOf } from './each-item.ts';
import { commandDeadlineMs, firstPauseMs, maxPauseMs, writeDeadlineMs } from '#opensearch/limits.ts';

export interface ChangedIndex {
  readonly index: string;
  readonly layout: CollectionLayout;
  readonly fields: IndexFields;
  readonly analyser: Analyser;
}

export type ItemWrite = { readonly kind: 'remove'; readonly id: string } | ({ readonly kind: 'put' } & NotedItem);

/** What a write replaces: the version that was read, null for an item that was not there. Whatever is there when it is absent. */
type Over = DocumentVersion | null | undefined;

interface Outcome {
  readonly status: number;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

type Written =
  | { readonly state: 'done'; readonly version: DocumentVersion }
  /** Another write came in between. */
  | { readonly state: 'overtaken' }
  /** The node is full or gone for the moment. */
  | { readonly state: 'busy' }
  /** The index takes no changes because another one takes over. */
  | { readonly state: 'closed' }
  | { readonly state: 'refused'; readonly reason: string };

const passing: ReadonlySet<number> = new Set([429, 503]);
const notFound = 404;
const conflict = 409;

function writtenOf({ status, _seq_no, _primary_term, error }: Outcome): Written {
  if (status < 300 || (status === notFound && error === undefined))
    return { state: 'done', version: { sequence: _seq_no ?? 0, term: _primary_term ?? 0 } };
  if (status === conflict) return { state: 'overtaken' };
  if (error?.type === 'cluster_block_exception') return { state: 'closed' };
  if (passing.has(status)) return { state: 'busy' };
  return { state: 'refused', reason: error?.reason ?? 'it gave no reason' };
}

const onlyOver = (over: Over): object => (over == null ? {} : { if_seq_no: over.sequence, if_primary_term: over.term });

function linesOf(write: ItemWrite, over: Over, { layout, fields, analyser }: ChangedIndex): string[] {
  if (write.kind === 'remove') return [JSON.stringify({ delete: { _id: documentId(write.id), ...onlyOver(over) } })];
  const document = { ...documentOf(write.item, layout, fields, analyser), ...notesOf(write) };
  const action = { _id: documentId(write.item.id), ...onlyOver(over) };
  return [JSON.stringify(over === null ? { create: action } : { index: action }), JSON.stringify(document)];
}

const written = ['status', '_seq_no', '_primary_term', 'error.type', 'error.reason'];
const answers = written.map((one) => `items.*.${one}`).join();

async function send(
  cluster: Cluster,
  target: ChangedIndex,
  writes: readonly { readonly write: ItemWrite; readonly over: Over }[],
  {
    deadlineMs,
    onRetry,
    options = '',
  }: { readonly deadlineMs: number; readonly onRetry?: () => void; readonly options?: string },
): Promise<Written[]> {
  if (writes.length === 0) return [];
  const body = `${writes.flatMap(({ write, over }) => linesOf(write, over, target)).join('\n')}\n`;
  const path = `${target.index}/_bulk?filter_path=${answers}${options}`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, Math.max(1, deadlineMs), onRetry);
  return items.flatMap((item) => Object.values(item)).map(writtenOf);
}

/** Writes items over whatever is there, into an index that nobody else writes; they can be searched when it returns. */
export async function writeItems(cluster: Cluster, target: ChangedIndex, writes: readonly ItemWrite[]): Promise<void> {
  const all = writes.map((write) => ({ write, over: undefined }));
  const outcomes = await send(cluster, target, all, { deadlineMs: writeDeadlineMs, options: '&refresh=true' });
  const failed = outcomes.find(({ state }) => state !== 'done');
  if (failed !== undefined)
    throw new Error(`OpenSearch did not take a change: ${failed.state === 'refused' ? failed.reason : failed.state}`);
}

interface Sent {
  readonly write: ItemWrite;
  readonly before: NotedItem | undefined;
}
interface Done extends Sent {
  readonly version: DocumentVersion | undefined;
}

const idOfWrite = (write: ItemWrite): string => (write.kind === 'remove' ? write.id : write.item.id);

/** Puts back what stood before, unless somebody has changed it since. */
async function undo(cluster: Cluster, target: ChangedIndex, done: readonly Done[]): Promise<void> {
  const back = done.map(({ write, before, version }) => ({
    write: before === undefined ? { kind: 'remove' as const, id: idOfWrite(write) } : { ...before, kind: 'put' as const },
    over: write.kind === 'remove' ? null : version,
  }));
  await send(cluster, target, back, { deadlineMs: commandDeadlineMs });
}

/** Whether a request that was sent again finds what it did the first time. */
function isThere({ write }: Sent, now: NotedItem | undefined): boolean {
  if (write.kind === 'remove') return now === undefined;
  return now?.changedAt === write.changedAt && JSON.stringify(now.item) === JSON.stringify(write.item);
}

interface Round {
  readonly done: readonly Done[];
  /** Not done: somebody else was faster, or the node is full. */
  readonly left: readonly Sent[];
  readonly isClosed: boolean;
  readonly refusal: string | null;
  /** Whether the request went out twice, so that what is left may be done all the same. */
  readonly isRepeated: boolean;
}

async function sendRound(cluster: Cluster, target: ChangedIndex, sent: readonly Sent[], deadlineMs: number): Promise<Round> {
  let isRepeated = false;
  const writes = sent.map(({ write, before }) => ({ write, over: before?.version ?? null }));
  const outcomes = await send(cluster, target, writes, { deadlineMs, onRetry: () => (isRepeated = true) });
  const done = outcomes.flatMap((one, at) => (one.state === 'done' ? [{ ...sent[at]!, version: one.version }] : []));
  const refused = outcomes.find((one) => one.state === 'refused');
  return {
    done,
    left: sent.filter((_, at) => outcomes[at]?.state === 'overtaken' || outcomes[at]?.state === 'busy'),
    isClosed: outcomes.some(({ state }) => state === 'closed'),
    refusal: refused?.reason ?? null,
    isRepeated,
  };
}

/** What `settleItems` left: all is done, or the index takes no changes because another one takes over. */
export type Settled = 'done' | 'closed';

/**
 * Makes of items what `plan` says of them as they stand, and plans again for those that somebody else has changed meanwhile. Durable when it
 * returns, and found after the next refresh. When OpenSearch refuses one of them, what stood before is put back, and it throws. Throws
 * `SearchDownError` while the cluster is full or gone; any of them may be done then.
 */
export async function settleItems(
  cluster: Cluster,
  target: ChangedIndex,
  ids: readonly string[],
  plan: (ids: readonly string[], now: ReadonlyMap<string, NotedItem>) => readonly ItemWrite[],
): Promise<Settled> {
  const end = performance.now() + writeDeadlineMs;
  const done: Done[] = [];
  let open = ids;
  let uncertain: readonly Sent[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const now = await itemsById(cluster, target.index, open);
    const there = uncertain.filter((one) => isThere(one, now.get(idOfWrite(one.write))));
    done.push(...there.map((one) => ({ ...one, version: now.get(idOfWrite(one.write))?.version })));
    const finished = new Set(there.map(({ write }) => idOfWrite(write)));
    const writes = plan(
      open.filter((id) => !finished.has(id)),
      now,
    );
    const sent = writes.map((write) => ({ write, before: now.get(idOfWrite(write)) }));
    const round = await sendRound(cluster, target, sent, end - performance.now());
    done.push(...round.done);
    if (round.refusal !== null) {
      await undo(cluster, target, done);
      throw new Error(`OpenSearch refused a change: ${round.refusal}`);
    }
    if (round.isClosed) return 'closed';
    if (round.left.length === 0) return 'done';
    uncertain = round.isRepeated ? round.left : [];
    open = round.left.map(({ write }) => idOfWrite(write));
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt) * Math.random();
    if (performance.now() + pauseMs > end)
      throw new SearchDownError(`OpenSearch took no changes for ${writeDeadlineMs / 1000} seconds.`);
    await sleep(pauseMs);
  }
}
