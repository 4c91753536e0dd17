import type { FieldType, FieldValue } from '#contract/item.ts';
import { maxChangesAtOnce } from '#engine/port.ts';
import type { ApplyChanges, AvailabilityChange, AvailabilityOutcome, AvailabilityTask } from './availability.task.ts';
import { FeedError, HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FieldMapping } from '#feeds/mapping/field-mapping.ts';
import { openFeed, type OpenedFeed } from '#feeds/open-feed.ts';
import { ownName } from '#feeds/mapping/own-name.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { fetchFeed, type FetchedFeed } from '#feeds/fetch/safe-fetch.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { unpackNamed } from '#feeds/bytes/unpack.ts';

/** It is asked for every few minutes, so it has to be light. */
const fetchLimits = {
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 20_000,
  totalTimeoutMs: 240_000,
  maxDownloadBytes: 200 * 1024 * 1024,
};

/** Prices and stock change by the minute; everything else waits for an import. */
const changedFields = new Set(['price', 'price_before', 'currency', 'availability']);
/** Own fields of these types may be stock, which shops call by many names. */
const countedTypes: ReadonlySet<FieldType | undefined> = new Set<FieldType>(['integer', 'float', 'boolean']);

/** Reads a price-and-stock feed as a stream. What is wrong with the feed is an outcome; anything that rejects is our fault. */
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
    const badCount = await applyAll(await open(fetched, task, tagName, () => receivedBytes), task, apply);
    if (badCount === null) return { kind: 'failed', failure: { code: 'noAvailability', details: {} }, retryAfterSeconds: null };
    return { kind: 'read', badCount, validators: { etag: fetched.etag, lastModified: fetched.lastModified } };
  } catch (error) {
    // Nobody chooses an element here; the one that repeats most is the item of so plain a feed.
    const [candidate] = error instanceof TagNameNeeded ? error.candidates.toSorted((a, b) => b.count - a.count) : [];
    if (!candidate || tagName !== null) throw error;
    return read(task, apply, signal, candidate.name);
  }
}

const nothingSaid = { type: null, encoding: null, separator: null, headers: null } as const;

function open(
  { body, contentType, contentEncodingHandled, finalUrl }: FetchedFeed,
  { language }: AvailabilityTask,
  tagName: string | null,
  receivedBytes: () => number,
) {
  const isUndone = /\bbr\b/i.test(contentEncodingHandled ?? '');
  const settings = { ...nothingSaid, tagName, contentType, language, receivedBytes };
  return openFeed(isUndone ? body : unpackNamed(body, finalUrl, receivedBytes), settings);
}

/** Answers how many records could not be used; null when the feed says nothing about prices or stock of known ids. */
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

/** Reads records as an import does, so that prices and words of availability come out the same. */
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

/** A count in stock says whether an item is available, and stays what it is where the collection has it as a field of its own. */
function stockMapping(head: readonly FeedRecord[], types: AvailabilityTask['types']): FieldMapping[] {
  const names = new Set(head.flatMap(({ fields }) => Object.keys(fields)));
  return [...names]
    .map((from) => ({ from, to: ownName(from), reason: 'ownName' as const }))
    .filter(({ to }) => countedTypes.has(types[to]) && to !== 'popularity');
}
