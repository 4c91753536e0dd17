import type { ImportListener, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { noValidators, openSource } from './open-source.ts';
import { type ReadBatch, type ReadItems, readItems } from './read-items.ts';
import type { ProgressReporter } from './report-progress.ts';
import { identifiedBy, uniqueFieldOf } from './unique-field.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { Files } from '#server/files/files.ts';
import type { Item } from '#contract/item.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';

export interface OpenedItems extends ReadItems {
  readonly validators: Validators;
}

/** The items of a task's source. Null when the host says that nothing changed. Throws `UploadGoneError`. */
export async function openItems(
  task: ImportTask,
  files: Files,
  progress: ProgressReporter,
  listener: ImportListener,
): Promise<OpenedItems | null> {
  const uniqueField = uniqueFieldOf(task.knownFields);
  if (task.source.kind === 'sample')
    return { ...readSampleShop(task.source.language, uniqueField, progress), validators: noValidators };
  const opened = await openSource(task.source, task, files, progress, listener);
  if (!opened) return null;
  const { bytes, address, contentType, validators } = opened;
  const knownTypes = Object.fromEntries(task.knownFields.map(({ name, type }) => [name, type]));
  const receivedBytes = () => progress.current().received_bytes;
  const language = task.settings.language ?? task.language;
  const { siteAddress } = task;
  const settings = { ...task.settings, address, siteAddress, contentType, language, uniqueField, receivedBytes };
  return { ...(await readItems(bytes, settings, { knownTypes, ownMapping: task.ownMapping }, progress)), validators };
}

/** The sample shop's items need no reading. */
function readSampleShop(language: 'cs' | 'en', uniqueField: string, progress: ProgressReporter): ReadItems {
  const items: Item[] = [...sampleShopItems(language)].flatMap((item) => identifiedBy(uniqueField, item) ?? []);
  async function* batches(): AsyncGenerator<ReadBatch> {
    progress.add('read_count', items.length);
    yield items.map((item, index) => ({ item, record: { position: index + 1, fields: item.fields } }));
  }
  return {
    sample: items,
    types: inferFieldTypes(items),
    batches: batches(),
    about: () => ({ mapping: [], warnings: [], tagName: '', type: 'json', feedSource: 'custom', feedFields: [] }),
  };
}
