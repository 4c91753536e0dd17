import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeptGeneration } from '#engine/port.ts';
import { changesFile } from './changes/change-log.ts';
import { type CollectionFiles, itemsFile, ranksFile } from './generation-files.ts';
import type { ServedGeneration } from './served-generation.ts';

/** The live generation and the one before it, by their files. `serving` is what searches see. */
export function keptGenerations(files: CollectionFiles, serving: ServedGeneration | null): KeptGeneration[] {
  const live = files.live();
  if (live === null) return [];
  const names = live.previous === null ? [live.current] : [live.current, live.previous];
  return names.flatMap((name): KeptGeneration[] => {
    const manifest = files.manifest(name);
    if (manifest === null) return [];
    const folder = files.generationFolder(name);
    const isLive = name === live.current;
    const isWhole = [itemsFile, ranksFile, ...manifest.segments].every((file) => existsSync(path.join(folder, file)));
    // A live generation that can't be read is built again, and the one before it serves meanwhile.
    const isServed = !isLive || serving?.name === name;
    return [
      {
        generation: name,
        itemCount: isLive && serving?.name === name ? serving.itemCount : manifest.itemCount + changedBy(folder),
        bytes: bytesOf(folder),
        builtAt: manifest.builtAt,
        isLive,
        layout: manifest.layout,
        health: !isWhole ? 'bad' : isServed ? 'good' : 'degraded',
      },
    ];
  });
}

function bytesOf(folder: string): number {
  const sizes = readdirSync(folder).map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How many items more, or fewer, there are since the build. */
function changedBy(folder: string): number {
  if (!existsSync(path.join(folder, changesFile))) return 0;
  const database = new DatabaseSync(path.join(folder, itemsFile), { readOnly: true });
  try {
    database.prepare('attach ? as later').run(path.join(folder, changesFile));
    const row = database.prepare(`
      select count(*) filter (where fields is not null and not isBuilt) - count(*) filter (where fields is null and isBuilt) as more
      from (select fields, exists (select 1 from main.items where items.id = changes.id) as isBuilt from later.changes)`);
    return Number(row.get()?.['more'] ?? 0);
  } finally {
    database.close();
  }
}
