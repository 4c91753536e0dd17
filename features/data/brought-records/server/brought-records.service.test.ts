import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecordFile } from './record-file.ts';
import { liveRecordFile, publishRecordFile, removeOldRecordFiles, removeUnpublishedFiles } from './brought-records.service.ts';
import { folderFiles } from '#server/files/folder-files.ts';
import type { Files } from '#server/files/files.ts';

const folder = 'records/collection-1/';
let directory: string;
let files: Files;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'aisle-records-'));
  files = folderFiles(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** An import of a feed; without a time of publishing it is running or held. */
async function imported(feedId: number, generation: string, publishedAt?: number): Promise<void> {
  await files.put(newRecordFile(folder, feedId, generation), Readable.from([]));
  if (publishedAt !== undefined) await publishRecordFile(files, folder, feedId, generation, publishedAt);
}
const left = async (): Promise<string[]> => (await files.list(folder)).map(({ name }) => name.slice(folder.length)).toSorted();
/** The import whose records of a feed are shown. */
const shown = async (feedId: number, generation: string, builtAt = 0): Promise<string | undefined> =>
  (await liveRecordFile(files, folder, feedId, { generation, builtAt }))?.split('/').at(-1)?.split('.')[1];

test('each feed has the records of its newest import that went live', async () => {
  await imported(1, 'a', 10);
  await imported(2, 'b', 20);
  await imported(1, 'c', 30);
  await imported(2, 'held');
  expect(await shown(1, 'c')).toBe('c');
  expect(await shown(2, 'c')).toBe('b');
  expect(await shown(3, 'c')).toBeUndefined();
});

test('going back goes back to the records of then, also past an import that was held for long', async () => {
  await imported(2, 'held');
  await imported(1, 'a', 10);
  await imported(2, 'b', 20);
  await publishRecordFile(files, folder, 2, 'held', 30);
  expect(await shown(2, 'held', 5)).toBe('held');
  expect(await shown(2, 'b', 20)).toBe('b');
  expect(await shown(2, 'a', 10)).toBeUndefined();
});

test('what was recreated has the records of the imports before', async () => {
  await imported(1, 'a', 10);
  await imported(1, 'c', 30);
  expect(await shown(1, 'recreated', 20)).toBe('a');
  expect(await shown(1, 'recreated-again', 40)).toBe('c');
});

test('records that nobody can go back to are deleted, with what earlier imports left behind', async () => {
  await imported(1, 'a', 10);
  await imported(2, 'b', 20);
  await imported(1, 'c', 30);
  await imported(1, 'left-behind');
  await imported(2, 'held');
  await imported(3, 'of-a-deleted-feed', 15);
  await imported(1, 'd', 40);
  const kept = [
    { generation: 'd', builtAt: 40 },
    { generation: 'c', builtAt: 30 },
  ];
  await removeOldRecordFiles(files, folder, 1, [1, 2], kept);
  expect(await left()).toEqual(['1.c.30', '1.d.40', '2.b.20', '2.held.unpublished']);
});

test('of unpublished files those that were chosen are deleted, and none that came after the choice began', async () => {
  await imported(1, 'a', 10);
  await imported(1, 'left');
  await imported(2, 'held');
  await removeUnpublishedFiles(files, folder, async (unpublished) => {
    await imported(1, 'begun-meanwhile');
    return unpublished.filter(({ feedId }) => feedId === 1);
  });
  expect(await left()).toEqual(['1.a.10', '1.begun-meanwhile.unpublished', '2.held.unpublished']);
});

test('publishing twice is publishing once', async () => {
  await imported(1, 'a', 10);
  await publishRecordFile(files, folder, 1, 'a', 99);
  expect(await left()).toEqual(['1.a.10']);
});
