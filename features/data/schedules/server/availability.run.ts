import type { FieldType, FieldValue } from '#contract/item.ts';
import { maxChangesAtOnce } from '#engine/port.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import { FeedError, HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { type FieldMapping, ownName } from '#feeds/mapping/item-fields.ts';
import { openFeed, type OpenedFeed } from '#feeds/open-feed.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { fetchFeed, type Validators } from '#feeds/fetch/safe-fetch.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

/** Plain data: it crosses a process boundary. */
export interface AvailabilityTask {
  readonly url: string;
  readonly validators: Validators;
  readonly language: string;
  readonly types: Readonly<Record<string, FieldType>>;
  readonly allowedPrivateFeeds: readonly string[];
}

export interface AvailabilityChange {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export type AvailabilityOutcome =
  | {
      readonly kind: 'read';
      readonly badCount: number;
      readonly validators: Validators;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure; readonly retryAfterSeconds: number | null };

export type ApplyChanges = (changes: readonly AvailabilityChange[]) => Promise<void>;

/** Applies one batch after the other. */
export type RunAvailability = (task: AvailabilityTask, apply: ApplyChanges, signal: AbortSignal) => Promise<AvailabilityOutcome>;

const fetchLimits = {
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 20_000,
  totalTimeoutMs: 240_000,
  maxDownloadBytes: 200 * 1024 * 1024,
};

const changedFields = new Set(['price', 'price_before', 'currency', 'availability']);
/** Own fields of these types may be stock, under many names. */
const countedTypes: ReadonlySet<FieldType | undefined> = new Set<FieldType>(['integer', 'float', 'boolean']);

/** Faults of the feed are an outcome; it rejects for ours. */
export async function runAvailability(
  task: AvailabilityTask,
  apply: ApplyChanges,
  signal: AbortSignal,
): Promise<AvailabilityOutcome> {
  try {
    return await read(task, apply, signal, null);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const failure = { code: error.code, details: error.details };
    return { kind: 'failed', failure, retryAfterSeconds: error instanceof HostBusy ? error.retryAfterSeconds : null };
  }
}

async function read(
  task: AvailabilityTask,
  apply: ApplyChanges,
  signal: AbortSignal,
  tagName: string | null,
): Promise<AvailabilityOutcome> {
  const { url, validators, allowedPrivateFeeds: allowPrivateHosts } = task;
  let receivedBytes = 0;
  const fetched = await fetchFeed(url, {
    allowPrivateHosts,
    validators,
    signal,
    limits: fetchLimits,
    onProgress: (progress) => (receivedBytes = progress.receivedBytes),
  });
  if (!fetched) return { kind: 'unchanged' };
  try {
    const feed = await openFeed(fetched.body, {
      type: null,
      encoding: null,
      separator: null,
      headers: null,
      tagName,
      contentType: fetched.contentType,
      language: task.language,
      receivedBytes: () => receivedBytes,
    });
    const badCount = await applyAll(feed, task, apply);
    if (badCount === null) return { kind: 'failed', failure: { code: 'noAvailability', details: {} }, retryAfterSeconds: null };
    return { kind: 'read', badCount, validators: { etag: fetched.etag, lastModified: fetched.lastModified } };
  } catch (error) {
    // Nobody can choose here: the most frequent element is the item of so plain a feed.
    const [candidate] = error instanceof TagNameNeeded ? error.candidates.toSorted((a, b) => b.count - a.count) : [];
    if (!candidate || tagName !== null) throw error;
    return read(task, apply, signal, candidate.name);
  }
}

/** Answers the number of unusable records; null without prices or stock of known ids. */
async function applyAll(feed: OpenedFeed, { types }: AvailabilityTask, apply: ApplyChanges): Promise<number | null> {
  let toChange: ((record: FeedRecord) => AvailabilityChange | null) | null = null;
  let badCount = 0;
  const changes: AvailabilityChange[] = [];
  for await (const records of feed.records) {
    toChange ??= changeMaker(records, types);
    if (!toChange) return null;
    for (const record of records) {
      const change = toChange(record);
      if (change) changes.push(change);
      else badCount += 1;
    }
    while (changes.length >= maxChangesAtOnce) await apply(changes.splice(0, maxChangesAtOnce));
  }
  if (changes.length > 0) await apply(changes);
  return toChange ? badCount : null;
}

/** Reads prices and availability as an import does. */
function changeMaker(head: readonly FeedRecord[], types: AvailabilityTask['types']) {
  const mapping = [...proposeMapping(head), ...stockMapping(head, types)];
  const isUsable = mapping.some(({ to, isHashed }) => to === 'id' && !isHashed) && mapping.some(({ to }) => isChanged(to, types));
  if (!isUsable) return null;
  const toItem = itemMaker(mapping, types);
  return (record: FeedRecord): AvailabilityChange | null => {
    const { item } = toItem(record);
    const entries = Object.entries(item?.fields ?? {}).filter(([name]) => isChanged(name, types));
    return item && entries.length > 0 ? { id: item.id, fields: Object.fromEntries(entries) as Record<string, FieldValue> } : null;
  };
}

const isChanged = (name: string | null, types: AvailabilityTask['types']): boolean =>
  name !== null && (changedFields.has(name) || (name !== 'popularity' && countedTypes.has(types[name])));

/** Stock counts set availability, and stay a field of their own where the collection has one. */
function stockMapping(head: readonly FeedRecord[], types: AvailabilityTask['types']): FieldMapping[] {
  const names = new Set(head.flatMap(({ fields }) => Object.keys(fields)));
  return [...names]
    .map((from) => ({ from, to: ownName(from), reason: 'ownName' as const }))
    .filter(({ to }) => countedTypes.has(types[to]) && to !== 'popularity');
}
