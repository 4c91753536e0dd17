import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportDetails } from '#contract/import-texts.ts';
import type { Item } from '#contract/item.ts';
import { startBuild } from '#engine/open-engine.ts';
import { layoutOf } from '#features/data/collections/collection-layout.ts';
import { fieldsOf } from './collection-fields.ts';
import { fieldCensus } from './field-census.ts';
import { type ReadItems, readItems, type ReadBatch } from './imports.items.ts';
import { itemComparison } from './imports.compare.ts';
import { importProgress, type ProgressReporter } from './imports.progress.ts';
import { createRecordFile } from '#features/data/brought-records/record-file.ts';
import { newRecordFile } from '#features/data/brought-records/record-files.ts';
import { PhraseMiner } from '#features/data/phrases/phrase-miner.ts';
import type { FeedSource, ImportListener, ImportOutcome, ImportTask } from './imports.task.ts';
import { hostWait } from './imports.waiting.ts';
import { identifiedBy, uniqueFieldOf } from './unique-field.ts';
import { isUploadThere } from './uploads.ts';
import { sampleShopItems } from '#features/owner/sample-shop/sample-shop.catalogue.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { storageFailure } from '#server-kit/storage-failure.ts';
import type { Bytes } from '#feeds/byte-stream.ts';
import { FeedError, HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import { inferFieldTypes } from '#feeds/field-types.ts';
import { fetchFeed, type Validators } from '#feeds/safe-fetch.ts';
import { unpackNamed } from '#feeds/unpack.ts';

/**
 * Runs one import: reads the feed as a stream, makes items of its records, and builds a generation that the server publishes.
 * What is wrong with the feed as a whole is an outcome; anything that rejects is our fault or the machine's.
 */
export async function runImport(task: ImportTask, listener: ImportListener): Promise<ImportOutcome> {
  if (task.source.kind === 'file' && !(await isUploadThere(task.source.path))) return failed('uploadGone');
  const progress = importProgress(listener);
  try {
    const opened = await openItems(task, progress, listener);
    return opened ? await build(task, progress, opened) : { kind: 'unchanged' };
  } catch (error) {
    if (isDiskFull(error)) return failed('diskFull');
    const reason = storageFailure(error);
    if (reason !== null) return failed('storageFailed', { reason });
    if (!(error instanceof FeedError)) throw error;
    const failure = { code: error.code, details: error.details };
    return error instanceof TagNameNeeded
      ? { kind: 'needTagName', failure, candidates: candidatesOf(error) }
      : { kind: 'failed', failure, retryAfterSeconds: error instanceof HostBusy ? error.retryAfterSeconds : null };
  } finally {
    progress.close();
  }
}

interface OpenedItems extends ReadItems {
  readonly validators: Validators;
}

const noValidators: Validators = { etag: null, lastModified: null };

/** Null when the host says that nothing changed. */
async function openItems(task: ImportTask, progress: ProgressReporter, listener: ImportListener): Promise<OpenedItems | null> {
  const uniqueField = uniqueFieldOf(task.knownFields);
  if (task.source.kind === 'sample')
    return { ...sampleItems(task.source.language, uniqueField, progress), validators: noValidators };
  const opened = await openSource(task.source, task, progress, listener);
  if (!opened) return null;
  const { bytes, address, contentType, validators } = opened;
  const knownTypes = Object.fromEntries(task.knownFields.map(({ name, type }) => [name, type]));
  const receivedBytes = () => progress.current().received_bytes;
  const language = task.settings.language ?? task.language;
  const settings = { ...task.settings, address, contentType, language, uniqueField, receivedBytes };
  return { ...(await readItems(bytes, settings, { knownTypes, ownMapping: task.ownMapping }, progress)), validators };
}

interface OpenedSource {
  readonly bytes: Bytes;
  /** Null for a file. */
  readonly address: string | null;
  readonly contentType: string | null;
  readonly validators: Validators;
}

/** Opens the source and counts its bytes as they come. */
async function openSource(
  source: Exclude<FeedSource, { kind: 'sample' }>,
  { allowedPrivateFeeds }: ImportTask,
  progress: ProgressReporter,
  listener: ImportListener,
): Promise<OpenedSource | null> {
  const receivedBytes = () => progress.current().received_bytes;
  if (source.kind === 'file') {
    progress.set({ total_bytes: (await stat(source.path)).size });
    const packed = counted(createReadStream(source.path), progress);
    const bytes = unpackNamed(packed, source.name, receivedBytes);
    return { bytes, address: null, contentType: null, validators: noValidators };
  }
  const wait = hostWait((isWaiting) => listener.waiting?.(isWaiting));
  const asked = fetchFeed(source.url, {
    allowPrivateHosts: allowedPrivateFeeds,
    onProgress: ({ receivedBytes, totalBytes }) => progress.set({ received_bytes: receivedBytes, total_bytes: totalBytes }),
    ...(source.validators && { validators: source.validators }),
  });
  const feed = await wait.answer(asked);
  if (!feed) return null;
  const { contentType, etag, lastModified } = feed;
  const body = wait.body(feed.body);
  // A host that serves such a file in brotli encoding has it undone already.
  const isUndone = /\bbr\b/i.test(feed.contentEncodingHandled ?? '');
  const bytes = isUndone ? body : unpackNamed(body, feed.finalUrl, receivedBytes);
  return { bytes, address: feed.finalUrl, contentType, validators: { etag, lastModified } };
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: ProgressReporter): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    progress.set({ received_bytes: received });
    yield chunk;
  }
}

/** Builds a generation of the items. */
async function build(
  task: ImportTask,
  progress: ProgressReporter,
  { sample, types, batches, about, validators }: OpenedItems,
): Promise<ImportOutcome> {
  const fields = fieldsOf(task.knownFields, sample, types);
  const generation = await startBuild(task.engine, task.collection, layoutOf(task.language, fields), task.feedId);
  const recordFile = await createRecordFile(await newRecordFile(task.recordFolder, task.feedId, generation.generation));
  const comparison = itemComparison(task.feedId, uniqueFieldOf(task.knownFields));
  const census = fieldCensus();
  const miner = new PhraseMiner(task.language);

  const add = async ({ items, records, positions }: ReadBatch): Promise<void> => {
    const live = await generation.standing(items.map(({ id }) => id));
    const own = items.filter((item) => {
      const other = task.otherFeeds.find(({ id }) => id === live.get(item.id)?.source);
      if (other) progress.problem(otherFeedItem(item, other.name, positions.get(item.id) ?? 0));
      return other === undefined;
    });
    const ownItems = new Set(own);
    await recordFile.add(items.flatMap((item, at) => (ownItems.has(item) ? [[item.id, records[at]!] as const] : [])));
    const { duplicates } = await generation.add(own);
    const added = withoutDuplicates(own, duplicates);
    census.add(added);
    for (const item of added) {
      miner.add(item);
      comparison.brought(item, live.get(item.id));
    }
    progress.add('imported_count', added.length);
    if (duplicates.length === 0) return;
    const names = new Map(own.map(({ id, fields: { name } }) => [id, String(name ?? id)]));
    for (const id of duplicates) progress.problem(duplicateOf(id, names.get(id) ?? id, positions.get(id) ?? 0));
  };
  try {
    progress.set({ step: 'check' });
    for await (const batch of batches) await add(batch);
    if (progress.current().imported_count === 0) {
      await Promise.all([recordFile.abandon(), generation.abandon()]);
      return failed(progress.current().error_count > 0 ? 'noUsableItem' : 'noItem');
    }
    progress.set({ step: 'build' });
    await recordFile.finish();
    let takenCount = 0;
    const taken = (items: readonly Item[]): void => {
      takenCount += items.length;
      census.add(items);
      for (const item of items) miner.add(item);
    };
    await generation.carryOver({ gone: comparison.gone, taken });
    const status = await generation.finish();
    const { mapping, warnings, tagName, type, feedSource, feedFields } = about();
    return {
      kind: 'built',
      built: {
        generation: status.generation,
        progress: { ...progress.current(), seconds_left: null },
        warnings,
        fields: census.complete(fields),
        mapping,
        feedFields,
        tagName,
        type,
        feedSource,
        validators,
        comparison: comparison.result(progress.current().error_count, progress.repeatedCount(), progress.firstErrors()),
        steps: progress.steps(),
        phrases: status.itemCount === progress.current().imported_count + takenCount ? miner.mined() : null,
      },
    };
  } catch (error) {
    await Promise.all([recordFile.abandon(), generation.abandon()]);
    throw error;
  }
}

const failed = (
  code: 'uploadGone' | 'noUsableItem' | 'noItem' | 'diskFull' | 'storageFailed',
  details: ImportDetails = {},
): ImportOutcome => ({
  kind: 'failed',
  failure: { code, details },
  retryAfterSeconds: null,
});

const otherFeedItem = ({ id, fields: { name } }: Item, feed: string, position: number) =>
  ({
    severity: 'error',
    position,
    item: String(name ?? id),
    field: 'id',
    value: `${id} (${feed})`,
    reason: 'otherFeedItem',
  }) as const;

/** Of items that come twice the first one is added, unless it was there before. */
function withoutDuplicates(items: readonly Item[], duplicates: readonly string[]): readonly Item[] {
  if (duplicates.length === 0) return items;
  const left = new Map<string, number>();
  for (const { id } of items) left.set(id, (left.get(id) ?? 0) + 1);
  for (const id of duplicates) left.set(id, (left.get(id) ?? 0) - 1);
  return items.filter(({ id }) => {
    const isAdded = (left.get(id) ?? 0) > 0;
    left.set(id, 0);
    return isAdded;
  });
}

const duplicateOf = (id: string, item: string, position: number) =>
  ({ severity: 'error', position, item, field: 'id', value: id, reason: 'duplicateItem' }) as const;

const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({
    tag_name: name,
    count,
    sample_fields: [...sampleFields],
  }));

/** The sample shop's items need no reading. */
function sampleItems(language: 'cs' | 'en', uniqueField: string, progress: ProgressReporter): ReadItems {
  const items: Item[] = [...sampleShopItems(language)].flatMap((item) => identifiedBy(uniqueField, item) ?? []);
  async function* batches(): AsyncGenerator<ReadBatch> {
    progress.add('read_count', items.length);
    const records = items.map(({ fields }, index) => ({ position: index + 1, fields }));
    yield { items, records, positions: new Map(items.map(({ id }, index) => [id, index + 1])) };
  }
  return {
    sample: items,
    types: inferFieldTypes(items),
    batches: batches(),
    about: () => ({ mapping: [], warnings: [], tagName: '', type: 'json', feedSource: 'custom', feedFields: [] }),
  };
}
