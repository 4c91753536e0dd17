import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepBase } from '#engine/index/build/build-base.ts';
import { checksumOf } from '#process-kit/durable-files.ts';
import { CollectionFiles, itemsFile, type Manifest, ranksFile } from '#engine/index/files/generation-files.ts';
import { rowChecksum } from '#engine/index/files/checksums.ts';
import { newGenerationName } from '#engine/index/generation-names.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { ImportListener, ImportOutcome, ImportTask, RunImport } from '#features/data/imports/server/imports.task.ts';

type Built = Extract<ImportOutcome, { kind: 'built' }>;

interface Prepared {
  readonly outcome: Built;
  readonly manifest: Manifest;
  readonly folder: string;
  readonly told: readonly ((listener: ImportListener) => void)[];
}

const prepared = new Map<string, Promise<Prepared | ImportOutcome>>();

/** null: not the sample shop's first import into an empty embedded collection. */
function placeOf({ source, engine, collection }: ImportTask): CollectionFiles | null {
  if (source.kind !== 'sample' || engine.kind !== 'embedded') return null;
  if (existsSync(path.join(engine.directory, collection))) return null;
  return new CollectionFiles(engine.directory, collection);
}

/** Runs the sample shop's import once per worker and copies the result. */
export const runPreparedImport: RunImport = async (task, listener) => {
  const files = placeOf(task);
  if (files === null) return runImport(task, listener);
  const { source, language, siteAddress, settings, ownMapping, knownFields } = task;
  const key = JSON.stringify([source, language, siteAddress, settings, ownMapping, knownFields]);
  const known = prepared.get(key);
  const made = known ?? prepare(task, files);
  prepared.set(key, made);
  const before = await made;
  if (!('outcome' in before)) return before;
  return replay(before, task, listener, files);
};

async function prepare(task: ImportTask, files: CollectionFiles): Promise<Prepared | ImportOutcome> {
  const told: ((listener: ImportListener) => void)[] = [];
  const outcome = await runImport(task, {
    progress: (progress) => told.push((to) => to.progress(progress)),
    problems: (problems) => told.push((to) => to.problems(problems)),
    samples: (records) => told.push((to) => to.samples(records)),
  });
  if (outcome.kind !== 'built') return outcome;
  const { generation } = outcome.built;
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-prepared-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const manifest = files.manifest(generation)!;
  copyFiles(manifest, files.generationFolder(generation), folder);
  files.remove(generation);
  return { outcome, manifest, folder, told };
}

const copyFiles = ({ segments }: Manifest, from: string, to: string): void => {
  for (const name of [itemsFile, ranksFile, ...segments]) copyFileSync(path.join(from, name), path.join(to, name));
};

async function replay(
  { outcome, manifest, folder, told }: Prepared,
  { feedId }: ImportTask,
  listener: ImportListener,
  files: CollectionFiles,
) {
  const generation = newGenerationName();
  const own = files.startGeneration(generation);
  keepBase(files, own, feedId);
  copyFiles(manifest, folder, own);
  const items = path.join(own, itemsFile);
  bringBy(items, feedId);
  const itemsChecksum = await checksumOf(items);
  files.writeManifest(generation, { ...manifest, builtAt: Date.now(), source: feedId, itemsChecksum });
  for (const tell of told) tell(listener);
  return { ...outcome, built: { ...outcome.built, generation } };
}

function bringBy(items: string, feedId: number): void {
  const database = new DatabaseSync(items);
  database.function('row_checksum', (id, fields) => rowChecksum({ id: String(id), fields: String(fields), source: feedId }));
  database.exec(`pragma synchronous = off; update items set source = ${feedId}, checksum = row_checksum(id, fields)`);
  database.close();
}
