import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { checksumOf } from '#engine/embedded/durable-files.ts';
import { EmbeddedBuild } from '#engine/embedded/generation-build.ts';
import { CollectionFiles, itemsFile } from '#engine/embedded/generation-files.ts';
import { sourceColumn } from '#engine/embedded/source-column.ts';
import { storedItem } from '#engine/stored-item.ts';
import { type ChangedItem, ChangeLog, changesFile } from './change-log.ts';

export interface RewriteTask {
  readonly directory: string;
  readonly collection: string;
  readonly generation: string;
  /** Its segments can't be trusted: only the items are taken, and analysed again. */
  readonly isDamaged: boolean;
}

export interface Rewritten {
  readonly generation: string;
  /** The newest change that is in it. */
  readonly upTo: number;
}

/** What the process that rewrites says at its end. */
export type RewriteMessage = { readonly rewritten: Rewritten } | { readonly failure: string };

/** Items added at once. */
const batchSize = 1_000;

/** Builds a generation of what another one and its changes hold by now. Later changes are not in it. */
export async function rewriteGeneration({ directory, collection, generation, isDamaged }: RewriteTask): Promise<Rewritten> {
  const files = new CollectionFiles(directory, collection);
  const manifest = files.manifest(generation);
  if (manifest === null) throw new Error(`Generation ${generation} of ${collection} is not finished.`);
  const changed = changesOf(files, generation);
  const file = path.join(files.generationFolder(generation), itemsFile);
  if (isDamaged && (await checksumOf(file)) !== manifest.itemsChecksum) throw new Error('The stored items are damaged too.');
  const items = new DatabaseSync(file, { readOnly: true });
  const build = new EmbeddedBuild(files, manifest.layout, { hasSources: manifest.hasSources === true });
  try {
    const byId = items.prepare('select doc from items where id = ?');
    const gone = new Set(changed.map(({ id }) => Number(byId.get(id)?.['doc'] ?? -1)));
    if (isDamaged) await addAll(build, storedItems(items, gone));
    else await build.copy(files, generation, gone);
    await addAll(
      build,
      changed.filter(({ fields }) => fields !== null),
    );
    await build.finish();
  } catch (error) {
    await build.abandon();
    throw error;
  } finally {
    items.close();
  }
  return { generation: build.generation, upTo: changed.reduce((newest, { number }) => Math.max(newest, number), 0) };
}

function changesOf(files: CollectionFiles, generation: string): ChangedItem[] {
  if (!files.wasChanged(generation)) return [];
  const log = new ChangeLog(path.join(files.generationFolder(generation), changesFile));
  const changed = log.all();
  log.close();
  return changed;
}

interface StoredItem {
  readonly id: string;
  readonly source: number | null;
  /** JSON. */
  readonly fields: string | null;
}

function* storedItems(items: DatabaseSync, gone: ReadonlySet<number>): Generator<StoredItem> {
  const source = sourceColumn(items, 'items');
  for (const row of items.prepare(`select doc, id, fields, ${source} from items order by doc`).iterate())
    if (!gone.has(Number(row['doc'])))
      yield { id: String(row['id']), fields: String(row['fields']), source: row['source'] as number | null };
}

async function addAll(build: EmbeddedBuild, stored: Iterable<StoredItem>): Promise<void> {
  let batch: Item[] = [];
  for (const { id, fields, source } of stored) {
    batch.push(storedItem(id, fields ?? '{}', source));
    if (batch.length < batchSize) continue;
    await build.add(batch);
    batch = [];
  }
  await build.add(batch);
}
