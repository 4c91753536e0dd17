import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Item } from '#contract/item.ts';
import { startBuild } from '#engine/open-engine.ts';
import { layoutOf } from '#features/data/collections/collections.store.ts';
import { fieldsOf } from './collection-fields.ts';
import { type ReadItems, readItems, type ReadBatch } from './imports.items.ts';
import { importProgress, type ProgressReporter } from './imports.progress.ts';
import { PhraseMiner } from '#features/data/phrases/phrase-miner.ts';
import type { FeedSource, ImportListener, ImportOutcome, ImportTask } from './imports.task.ts';
import { isUploadThere } from './uploads.ts';
import { sampleShopItems } from '#features/owner/sample-shop/sample-shop.catalogue.ts';
import type { Bytes } from '#feeds/byte-stream.ts';
import { FeedError, TagNameNeeded } from '#feeds/feed-error.ts';
import { inferFieldTypes } from '#feeds/field-types.ts';
import { fetchFeed } from '#feeds/safe-fetch.ts';

/**
 * Runs one import: reads the feed as a stream, makes items of its records, and builds a generation that the server publishes.
 * What is wrong with the feed as a whole is an outcome; anything that rejects is our fault or the machine's.
 */
export async function runImport(task: ImportTask, listener: ImportListener): Promise<ImportOutcome> {
  if (task.source.kind === 'file' && !(await isUploadThere(task.source.path))) return failed('uploadGone');
  const progress = importProgress(listener);
  try {
    return await build(task, progress, await itemsOf(task, progress));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const failure = { code: error.code, details: error.details };
    return error instanceof TagNameNeeded
      ? { kind: 'needTagName', failure, candidates: candidatesOf(error) }
      : { kind: 'failed', failure };
  } finally {
    progress.close();
  }
}

async function itemsOf(task: ImportTask, progress: ProgressReporter): Promise<ReadItems> {
  if (task.source.kind === 'sample') return sampleItems(task.source.language, progress);
  const { bytes, contentType } = await openSource(task.source, task, progress);
  const knownTypes = Object.fromEntries(task.knownFields.map(({ name, type }) => [name, type]));
  return readItems(bytes, { ...task.settings, contentType, language: task.language }, knownTypes, progress);
}

/** Opens the source and counts its bytes as they come. */
async function openSource(
  source: Exclude<FeedSource, { kind: 'sample' }>,
  { allowedPrivateFeeds }: ImportTask,
  progress: ProgressReporter,
): Promise<{ bytes: Bytes; contentType: string | null }> {
  if (source.kind === 'file') {
    progress.set({ total_bytes: (await stat(source.path)).size });
    return { bytes: counted(createReadStream(source.path), progress), contentType: null };
  }
  const feed = await fetchFeed(source.url, {
    allowPrivateHosts: allowedPrivateFeeds,
    onProgress: ({ receivedBytes, totalBytes }) => progress.set({ received_bytes: receivedBytes, total_bytes: totalBytes }),
  });
  if (!feed) throw new Error('The feed answered that nothing changed, without being asked.');
  return { bytes: feed.body, contentType: feed.contentType };
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
  { sample, types, batches, about }: ReadItems,
): Promise<ImportOutcome> {
  const fields = fieldsOf(task.knownFields, sample, types);
  const generation = await startBuild(task.engine, task.collection, layoutOf(task.language, fields));
  const miner = new PhraseMiner(task.language);
  const add = async ({ items, positions }: ReadBatch): Promise<void> => {
    for (const item of items) miner.add(item);
    const { duplicates } = await generation.add(items);
    progress.add('imported_count', items.length - duplicates.length);
    if (duplicates.length === 0) return;
    const names = new Map(items.map(({ id, fields: { name } }) => [id, String(name ?? id)]));
    for (const id of duplicates) progress.problem(duplicateOf(id, names.get(id) ?? id, positions.get(id) ?? 0));
  };
  try {
    progress.set({ step: 'check' });
    for await (const batch of batches) await add(batch);
    if (progress.current().imported_count === 0) {
      await generation.abandon();
      return failed(progress.current().error_count > 0 ? 'noUsableItem' : 'noItem');
    }
    progress.set({ step: 'build' });
    const status = await generation.finish();
    const { mapping, warnings, tagName, type, feedSource, feedFields } = about();
    return {
      kind: 'built',
      built: {
        generation: status.generation,
        progress: { ...progress.current(), imported_count: status.itemCount, seconds_left: null },
        warnings,
        fields,
        mapping,
        feedFields,
        tagName,
        type,
        feedSource,
        phrases: miner.mined(),
      },
    };
  } catch (error) {
    await generation.abandon();
    throw error;
  }
}

const failed = (code: 'uploadGone' | 'noUsableItem' | 'noItem'): ImportOutcome => ({
  kind: 'failed',
  failure: { code, details: {} },
});

const duplicateOf = (id: string, item: string, position: number) =>
  ({ severity: 'error', position, item, field: 'id', value: id, reason: 'duplicateItem' }) as const;

const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({
    tag_name: name,
    count,
    sample_fields: [...sampleFields],
  }));

/** The sample shop's items need no reading. */
function sampleItems(language: 'cs' | 'en', progress: ProgressReporter): ReadItems {
  const items: Item[] = [...sampleShopItems(language)];
  async function* batches(): AsyncGenerator<ReadBatch> {
    progress.add('read_count', items.length);
    yield { items, positions: new Map(items.map(({ id }, index) => [id, index + 1])) };
  }
  return {
    sample: items,
    types: inferFieldTypes(items),
    batches: batches(),
    about: () => ({ mapping: [], warnings: [], tagName: '', type: 'json', feedSource: 'custom', feedFields: [] }),
  };
}
