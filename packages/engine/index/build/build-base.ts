import { copyFileSync, existsSync, linkSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readChecked, writeChecked, DamagedFileError } from '#engine/index/files/checksums.ts';
import { syncFile } from '#process-kit/durable-files.ts';
import { changesFile, type CollectionFiles, itemsFile } from '#engine/index/files/generation-files.ts';
import { StandingItems } from '#engine/index/files/standing-items.ts';

export interface BuildBase {
  readonly source: number;
  readonly generation: string | null;
  readonly upTo: number;
}

const noteFile = 'base.json';
const baseItems = 'base-items.sqlite';
const baseChanges = 'base-changes.sqlite';

const attempts = 10;

/** Links the items and copies the change log, as the live generation may go. */
export function keepBase(files: CollectionFiles, folder: string, source: number): BuildBase {
  for (let attempt = 1; ; attempt += 1) {
    const live = files.live();
    // Of a lost one there is nothing to keep.
    const generation = live === null || live.isLost === true ? null : live.current;
    try {
      const upTo = generation === null ? 0 : copyLive(files, generation, folder);
      const note: BuildBase = { source, generation, upTo };
      writeChecked(path.join(folder, noteFile), note);
      return note;
    } catch (error) {
      // A generation that was rewritten just now is gone; the pointer names the next one.
      if (attempt === attempts || files.live()?.current === generation) throw error;
      removeBase(folder);
    }
  }
}

function copyLive(files: CollectionFiles, generation: string, folder: string): number {
  files.assertStored(generation);
  const live = files.generationFolder(generation);
  const kept = path.join(folder, baseItems);
  try {
    linkSync(path.join(live, itemsFile), kept);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(path.join(live, itemsFile), kept);
  }
  const changes = path.join(live, changesFile);
  if (!existsSync(changes)) return 0;
  const copy = path.join(folder, baseChanges);
  const log = new DatabaseSync(changes, { readOnly: true, timeout: 5_000 });
  log.prepare('vacuum into ?').run(copy);
  log.close();
  syncFile(copy);
  const copied = new DatabaseSync(copy, { readOnly: true });
  const upTo = Number(copied.prepare('select max(number) as number from changes').get()?.['number'] ?? 0);
  copied.close();
  return upTo;
}

export const hasBase = (folder: string): boolean => existsSync(path.join(folder, noteFile));

/** Throws `DamagedFileError` when it can't be read. */
export function baseOf(folder: string): BuildBase | null {
  const file = path.join(folder, noteFile);
  const base = readChecked<BuildBase>(file);
  if (base === null && existsSync(file)) throw new DamagedFileError(`${file} is damaged. Import the feed again.`);
  return base;
}

export function openBase(folder: string, { generation }: BuildBase): StandingItems | null {
  if (generation === null) return null;
  return new StandingItems({
    items: path.join(folder, baseItems),
    changes: path.join(folder, baseChanges),
  });
}

/** The note first: without it the rest is ignored. */
const baseFiles = (folder: string): string[] => [noteFile, baseItems, baseChanges].map((file) => path.join(folder, file));

function removeBase(folder: string): void {
  for (const file of baseFiles(folder)) rmSync(file, { force: true });
}

export async function removeBaseAside(folder: string): Promise<void> {
  for (const file of baseFiles(folder)) await rm(file, { force: true });
}
