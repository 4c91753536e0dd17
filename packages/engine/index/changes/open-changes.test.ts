import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { holdLock } from '#engine/index/files/databases.ts';
import { closeChangesAfterMs } from '#engine/index/limits.ts';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { OpenChanges } from './generation-changes.ts';

const items = Array.from({ length: 20 }, (_, at) => ({ id: `item-${at}`, fields: { name: `lamp built${at}` } }));
const put = (id: string, name: string): ItemChange => ({ kind: 'put', item: { id, fields: { name } } });

let directory: string;
let engine: SearchEngine;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-open-changes-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const changed = () => {
  const files = new CollectionFiles(directory, 'shop');
  const { current } = files.live()!;
  return files.changed(current, files.manifest(current)!);
};

/** Whether nobody holds the files of the generation's changes. */
function areClosed(): boolean {
  try {
    holdLock(path.join(changed().folder, 'changes.lock'), 0).close();
    return true;
  } catch {
    return false;
  }
}

it('a generation that nobody changes for a while is closed, and opened again when somebody does', async () => {
  engine = openEmbeddedEngine({ directory });
  await publishItems(engine, 'shop', items);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = new OpenChanges(closeChangesAfterMs);
  const change = (id: string) => open.with(changed(), (own) => own.change([put(id, 'lamp')]).outcomes);
  expect(await change('new-1')).toEqual(['created']);
  await vi.advanceTimersByTimeAsync(closeChangesAfterMs - 1);
  expect(await change('new-2')).toEqual(['created']);
  await vi.advanceTimersByTimeAsync(closeChangesAfterMs - 1);
  expect(areClosed()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(areClosed()).toBe(true);
  expect(await change('new-1')).toEqual(['unchanged']);
  await open.close(changed());
});

describe.each([0, 2])('with %i search threads', (searchThreads) => {
  it('what was changed before the files were closed is found as it was, and changed on', async () => {
    engine = openEmbeddedEngine({ directory, searchThreads, closeChangesAfterMs: 1 });
    await publishItems(engine, 'shop', items);
    const names = new Map(items.map(({ id, fields }) => [id, fields.name]));
    const rounds: readonly ItemChange[][] = [
      ['new-0', 'new-1', 'new-2', 'item-3'].map((id) => put(id, `lamp first ${id}`)),
      // Leaves empty places among the changed items, and one at their end.
      [put('new-0', 'lamp second new-0'), { kind: 'remove', id: 'new-1' }, put('item-4', 'lamp second item-4')],
      [{ kind: 'remove', id: 'item-4' }],
      [put('last', 'lamp third last'), put('new-2', 'lamp third new-2')],
      [put('last', 'lamp third last')],
    ];
    for (const round of rounds) {
      await engine.change('shop', round);
      for (const change of round)
        if (change.kind === 'put') names.set(change.item.id, String(change.item.fields['name']));
        else if (change.kind === 'remove') names.delete(change.id);
      for (let look = 0; look < 2; look += 1) {
        const { hits } = await engine.search('shop', planOf([group('lamp')], { size: 100 }));
        expect(new Map(hits.map(({ id, item }) => [id, item.fields['name']]))).toEqual(names);
        await expect.poll(areClosed).toBe(true);
      }
      for (const [id, name] of names) expect((await engine.items('shop', [id]))[0]?.fields['name']).toBe(name);
    }
  });
});
