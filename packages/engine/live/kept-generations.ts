import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { KeptGeneration, LiveStatus } from '#engine/port.ts';
import { changesFile, type CollectionFiles, itemsFile, ranksFile } from '#engine/index/files/generation-files.ts';
import { asDamage, DamagedFileError } from '#engine/index/files/checksums.ts';
import { openStored } from '#engine/index/files/databases.ts';
import type { ServedGeneration } from './served-generation.ts';

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
    const isServed = !isLive || serving === null || serving.name === name;
    return [
      {
        generation: name,
        itemCount: isLive && serving?.name === name ? serving.facts.itemCount : manifest.itemCount + changedIn(folder).more,
        bytes: bytesOf(folder),
        builtAt: manifest.builtAt,
        isLive,
        layout: manifest.layout,
        health: files.isOutdated(name) ? 'outdated' : !isWhole ? 'bad' : isServed ? 'good' : 'degraded',
      },
    ];
  });
}

export function liveStatus(files: CollectionFiles): LiveStatus | null {
  const name = files.live()?.current;
  const manifest = name === undefined ? null : files.manifest(name);
  if (name === undefined || manifest === null) return null;
  const { more, newest } = changedIn(files.generationFolder(name));
  const itemCount = manifest.itemCount + more;
  return { generation: name, itemCount, bytes: manifest.bytes, builtAt: manifest.builtAt, changeNumber: newest };
}

function bytesOf(folder: string): number {
  const sizes = readdirSync(folder).map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Changed {
  readonly more: number;
  readonly newest: number;
}

const unchanged: Changed = { more: 0, newest: 0 };

function changedIn(folder: string): Changed {
  if (!existsSync(path.join(folder, changesFile))) return unchanged;
  let database: DatabaseSync | null = null;
  try {
    database = openStored(path.join(folder, itemsFile));
    database.prepare('attach ? as later').run(path.join(folder, changesFile));
    const row = database.prepare(`
      select count(*) filter (where fields is not null and not isBuilt) - count(*) filter (where fields is null and isBuilt) as more, max(number) as newest
      from (select fields, number, exists (select 1 from main.items where items.id = changes.id) as isBuilt from later.changes)`);
    const found = row.get();
    return { more: Number(found?.['more'] ?? 0), newest: Number(found?.['newest'] ?? 0) };
  } catch (error) {
    // Damage is told, and mended, by whoever searches or changes.
    if (asDamage(error, folder) instanceof DamagedFileError) return unchanged;
    throw error;
  } finally {
    database?.close();
  }
}
