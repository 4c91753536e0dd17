import { copyFileSync, existsSync, linkSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readChecked, writeChecked } from '#engine/index/files/checked-file.ts';
import { DamagedFileError } from '#engine/index/files/damaged-file.ts';
import { syncFile } from '#process-kit/durable-files.ts';
import { changesFile, type CollectionFiles, itemsFile } from '#engine/index/files/generation-files.ts';
import { StandingItems } from '#engine/index/files/standing-items.ts';

/** What the build of a source began with. It stands in the folder of the generation until that is published. */
export interface BuildBase {
  readonly source: number;
  /** The generation that was live; null when nothing was. */
  readonly generation: string | null;
  readonly upTo: number;
}

const noteFile = 'base.json';
const baseItems = 'base-items.sqlite';
const baseChanges = 'base-changes.sqlite';

/** How often another generation may go live just while the live one is being kept. */
const attempts = 10;

/** A link to their file stays when their generation goes; of the changes there is a copy. */
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

/** Whether the generation was built of a source and waits to be published. */
export const hasBase = (folder: string): boolean => existsSync(path.join(folder, noteFile));

/** null for a generation that was published, or built as a whole. Throws `DamagedFileError` when it can't be read. */
export function baseOf(folder: string): BuildBase | null {
  const file = path.join(folder, noteFile);
  const base = readChecked<BuildBase>(file);
  if (base === null && existsSync(file)) throw new DamagedFileError(`${file} is damaged. Import the feed again.`);
  return base;
}

/** The items that were live when the build began; null when there were none. */
export function openBase(folder: string, { generation }: BuildBase): StandingItems | null {
  if (generation === null) return null;
  return new StandingItems({
    items: path.join(folder, baseItems),
    changes: path.join(folder, baseChanges),
  });
}

/** The note goes first: without it the rest says nothing. */
const baseFiles = (folder: string): string[] => [noteFile, baseItems, baseChanges].map((file) => path.join(folder, file));

function removeBase(folder: string): void {
  for (const file of baseFiles(folder)) rmSync(file, { force: true });
}

/** What a generation that went live doesn't need any more. Searches go on meanwhile. */
export async function removeBaseAside(folder: string): Promise<void> {
  for (const file of baseFiles(folder)) await rm(file, { force: true });
}
