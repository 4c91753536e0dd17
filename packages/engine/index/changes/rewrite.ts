import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedFileError, reading, checkRow, type ItemRow } from '#engine/index/files/checksums.ts';
import { openStored } from '#engine/index/files/databases.ts';
import type { Item } from '#contract/item.ts';
import { checksumOf } from '#process-kit/durable-files.ts';
import { EmbeddedBuild } from '#engine/index/build/generation-build.ts';
import { changesFile, CollectionFiles, itemsFile } from '#engine/index/files/generation-files.ts';
import { storedItem } from '#engine/index/stored-item.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { type ChangedItem, ChangeLog } from './change-log.ts';

export interface RewriteTask {
  readonly directory: string;
  readonly collection: string;
  readonly generation: string;
  readonly isDamaged: boolean;
  readonly maxLostShare?: number;
  readonly layout: CollectionLayout | null;
}

type RewriteProgress = (builtCount: number, totalCount: number) => void;

export interface Rewritten {
  readonly generation: string;
  readonly upTo: number;
  readonly lostCount: number;
}

const batchSize = 1_000;

export async function rewriteGeneration(
  { directory, collection, generation, isDamaged, layout, maxLostShare = 0 }: RewriteTask,
  onProgress: RewriteProgress,
): Promise<Rewritten> {
  const files = new CollectionFiles(directory, collection);
  const manifest = files.manifest(generation);
  if (manifest === null) throw new DamagedFileError(`The manifest of ${generation} of ${collection} can't be read.`);
  files.assertStored(generation);
  const changed = changesOf(files, generation);
  const file = path.join(files.generationFolder(generation), itemsFile);
  const isAnalysed = isDamaged || layout !== null;
  const items = openStored(file);
  const isWhole = !isAnalysed || (await checksumOf(file)) === manifest.itemsChecksum;
  if (!isWhole && maxLostShare === 0) throw new DamagedFileError('The stored items are damaged too.');
  const build = new EmbeddedBuild(files, layout ?? manifest.layout);
  let lostCount = 0;
  try {
    const byId = items.prepare('select doc from items where id = ?');
    const gone = new Set(changed.map(({ id }) => Number(reading(file, () => byId.get(id))?.['doc'] ?? -1)));
    const later = changed.filter(({ fields }) => fields !== null);
    const totalCount = manifest.itemCount + later.length;
    const tell = (builtCount: number): void => onProgress(builtCount, totalCount);
    const lost = (): void => {
      lostCount += 1;
      if (lostCount > maxLostShare * manifest.itemCount)
        throw new DamagedFileError('Too many of the stored items are damaged too.');
    };
    if (isAnalysed) await addAll(build, storedItems(items, manifest.itemCount, gone, lost), tell);
    else await build.copy(files, generation, gone);
    await addAll(build, later, (builtCount) => tell(totalCount - later.length + builtCount));
    await build.finish();
  } catch (error) {
    await build.abandon();
    throw error;
  } finally {
    items.close();
  }
  return { generation: build.generation, upTo: changed.reduce((newest, { number }) => Math.max(newest, number), 0), lostCount };
}

function changesOf(files: CollectionFiles, generation: string): ChangedItem[] {
  if (!files.wasChanged(generation)) return [];
  const log = new ChangeLog(path.join(files.generationFolder(generation), changesFile));
  const changed = log.all();
  log.close();
  return changed;
}

function* storedItems(items: DatabaseSync, count: number, gone: ReadonlySet<number>, lost: () => void): Generator<ItemRow> {
  const byDoc = items.prepare('select id, fields, source, checksum from items where doc = ?');
  for (let doc = 0; doc < count; doc += 1) {
    if (gone.has(doc)) continue;
    const row = readable(byDoc, doc);
    if (row === null) lost();
    else yield row;
  }
}

function readable(byDoc: StatementSync, doc: number): ItemRow | null {
  try {
    const row = reading(itemsFile, () => byDoc.get(doc));
    if (row === undefined) return null;
    const item = { id: String(row['id']), fields: String(row['fields']), source: row['source'] as number | null };
    checkRow(item, row['checksum']);
    return item;
  } catch (error) {
    if (error instanceof DamagedFileError) return null;
    throw error;
  }
}

async function addAll(build: EmbeddedBuild, stored: Iterable<ItemRow>, tell: (addedCount: number) => void): Promise<void> {
  let batch: Item[] = [];
  let addedCount = 0;
  for (const { id, fields, source } of stored) {
    batch.push(storedItem(id, fields ?? '{}', source));
    if (batch.length < batchSize) continue;
    await build.add(batch);
    tell((addedCount += batch.length));
    batch = [];
  }
  await build.add(batch);
  tell(addedCount + batch.length);
}
