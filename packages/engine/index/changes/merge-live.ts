import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { type BuildBase, openBase } from '#engine/index/build/build-base.ts';
import { changesFile, itemsFile } from '#engine/index/files/generation-files.ts';
import { StandingItems } from '#engine/index/files/standing-items.ts';
import { patchOf, type StandingItem } from '#engine/index/item-changes.ts';
import type { ItemChange } from '#engine/port.ts';
import { storedItem } from '#engine/index/stored-item.ts';
import { ChangeLog } from './change-log.ts';

const batchSize = 2_000;

export interface LiveMerge {
  readonly live: { readonly folder: string; readonly name: string };
  readonly built: string;
  readonly base: BuildBase;
}

export function* changesWhileBuilding({ live, built, base }: LiveMerge): Generator<ItemChange[]> {
  const before = openBase(built, base);
  const now = new StandingItems({
    items: path.join(live.folder, itemsFile),
    changes: path.join(live.folder, changesFile),
  });
  try {
    let batch: ItemChange[] = [];
    let lookedAt = 0;
    for (const id of live.name === base.generation ? loggedIds(live.folder, base.upTo) : idsOf(before, now)) {
      const [was, is] = [before?.get(id) ?? null, now.get(id)];
      const change = isSame(was, is) ? null : changeOf(id, was, is, base.source);
      if (change !== null) batch.push(change);
      lookedAt += 1;
      if (lookedAt % batchSize !== 0) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    before?.close();
    now.close();
  }
}

function loggedIds(folder: string, upTo: number): string[] {
  const file = path.join(folder, changesFile);
  if (!existsSync(file)) return [];
  const log = new ChangeLog(file);
  const later = log.all().filter(({ number }) => number > upTo);
  log.close();
  return later.map(({ id }) => id);
}

/** All: the live generation was rewritten, or another source has published. */
function* idsOf(before: StandingItems | null, now: StandingItems): Generator<string> {
  yield* now.ids();
  if (before === null) return;
  for (const id of before.ids()) if (now.get(id) === null) yield id;
}

/** A patch of an own item stays a patch, so that newer values of the source stay. */
function changeOf(id: string, before: StandingItem | null, now: StandingItem | null, source: number): ItemChange | null {
  if (now === null) return { kind: 'remove', id };
  if (now.source !== source) return { kind: 'put', item: storedItem(id, now.json, now.source) };
  if (before?.source !== source) return null;
  const fields = patchOf(JSON.parse(before.json) as Item['fields'], JSON.parse(now.json) as Item['fields']);
  return Object.keys(fields).length === 0 ? null : { kind: 'patch', id, fields };
}

const isSame = (one: StandingItem | null, other: StandingItem | null): boolean =>
  one?.json === other?.json && one?.source === other?.source;
