import type { Item } from '#contract/item.ts';
import type { ImportListener, ImportOutcome, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import type { Files } from '#server/files/files.ts';
import { openFiles } from '#server/files/open-files.ts';
import { buildGeneration } from './build-generation.ts';
import { candidatesOf, failureOf, noValidators, openSource } from './open-source.ts';
import { identifiedBy, uniqueFieldOf } from './made-items.service.ts';
import { type ReadBatch, readItems, type ReadItems } from './read-items.ts';
import { importProgress, type ProgressReporter } from './report-progress.ts';

/**
 * Reads a feed as a stream and builds a generation that the server publishes. Faults of the feed are an outcome; it rejects
 * for ours and the machine's.
 */
export async function runImport(task: ImportTask, listener: ImportListener): Promise<ImportOutcome> {
  const files = await openFiles(task.files);
  const progress = importProgress(listener);
  try {
    const opened = await openItems(task, files, progress, listener);
    return opened ? await buildGeneration(task, progress, opened) : { kind: 'unchanged' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return error instanceof TagNameNeeded
      ? { kind: 'needTagName', failure, candidates: candidatesOf(error) }
      : { kind: 'failed', failure, retryAfterSeconds: error instanceof HostBusy ? error.retryAfterSeconds : null };
  } finally {
    progress.close();
    files.close();
  }
}

/** Null when the host answers 304 Not Modified. */
async function openItems(
  task: ImportTask,
  files: Files,
  progress: ProgressReporter,
  listener: ImportListener,
): Promise<(ReadItems & { readonly validators: Validators }) | null> {
  const { source, knownFields, ownMapping, knownMapping, siteAddress, currency } = task;
  const uniqueField = uniqueFieldOf(knownFields);
  if (source.kind === 'sample') return { ...readSampleShop(source.language, uniqueField, progress), validators: noValidators };
  const opened = await openSource(source, task.allowedPrivateFeeds, files, progress, listener);
  if (!opened) return null;
  const { bytes, address, contentType, validators } = opened;
  const knownTypes = Object.fromEntries(knownFields.map(({ name, type }) => [name, type]));
  const receivedBytes = () => progress.current().received_bytes;
  const language = task.settings.language ?? task.language;
  const settings = { ...task.settings, address, siteAddress, currency, contentType, language, uniqueField, receivedBytes };
  return { ...(await readItems(bytes, settings, { knownTypes, ownMapping, knownMapping }, progress)), validators };
}

function readSampleShop(language: 'cs' | 'en', uniqueField: string, progress: ProgressReporter): ReadItems {
  const items: Item[] = [...sampleShopItems(language)].flatMap((item) => identifiedBy(uniqueField, item) ?? []);
  async function* batches(): AsyncGenerator<ReadBatch> {
    progress.add('read_count', items.length);
    yield items.map((item, index) => ({ item, record: { position: index + 1, fields: item.fields } }));
  }
  return {
    sample: items,
    types: inferFieldTypes(items),
    look: () => undefined,
    batches: batches(),
    about: () => ({
      mapping: [],
      proposedMapping: [],
      warnings: [],
      tagName: '',
      type: 'json',
      feedSource: 'custom',
      feedFields: [],
    }),
  };
}
