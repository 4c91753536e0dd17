import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#contract/item.ts';
import { EmbeddedBuild } from '#engine/embedded/generation-build.ts';
import { CollectionFiles, itemsFile } from '#engine/embedded/generation-files.ts';
import { ChangeLog, changesFile } from './change-log.ts';

export interface RewriteTask {
  readonly directory: string;
  readonly collection: string;
  readonly generation: string;
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
export async function rewriteGeneration({ directory, collection, generation }: RewriteTask): Promise<Rewritten> {
  const files = new CollectionFiles(directory, collection);
  const folder = files.generationFolder(generation);
  const manifest = files.manifest(generation);
  if (manifest === null) throw new Error(`Generation ${generation} of ${collection} is not finished.`);
  const log = new ChangeLog(path.join(folder, changesFile));
  const changed = log.all();
  log.close();
  const items = new DatabaseSync(path.join(folder, itemsFile), { readOnly: true });
  const byId = items.prepare('select doc from items where id = ?');
  const gone = new Set(changed.map(({ id }) => Number(byId.get(id)?.['doc'] ?? -1)));
  items.close();
  const build = new EmbeddedBuild(files, manifest.layout);
  try {
    await build.copy(files, generation, gone);
    const living = changed.filter(({ fields }) => fields !== null);
    for (let at = 0; at < living.length; at += batchSize) {
      const batch = living.slice(at, at + batchSize);
      await build.add(batch.map(({ id, fields }): Item => ({ id, fields: JSON.parse(fields ?? '{}') as Item['fields'] })));
    }
    await build.finish();
  } catch (error) {
    await build.abandon();
    throw error;
  }
  return { generation: build.generation, upTo: changed.reduce((newest, { number }) => Math.max(newest, number), 0) };
}
