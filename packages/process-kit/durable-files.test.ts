import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { mountSmallDisk, noDisk } from '#testing/processes/small-disk.ts';
import { makeWhole, replaceFile, replaceFileAside } from './durable-files.ts';

const disk = mountSmallDisk(1);
const kilobytes = 64;
const long = 'long '.repeat(100 * 1024);

describe.skipIf(disk === null)('a file that finds no room', () => {
  const { folder, fillBut, empty, close } = disk ?? noDisk;
  afterAll(close);

  test.each([
    ['at once', (file: string) => Promise.resolve(replaceFile(file, long))],
    ['aside', (file: string) => replaceFileAside(file, long)],
    ['as a stream', (file: string) => replaceFileAside(file, Readable.from([Buffer.from('begun'), Buffer.from(long)]))],
    [
      'by whoever fills it',
      (file: string) =>
        Promise.resolve(
          makeWhole(file, (unfinished) => {
            replaceFile(unfinished, 'begun');
            throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
          }),
        ),
    ],
  ])('keeps what was there when it is written %s', async (how, write) => {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, how);
    replaceFile(file, 'old');
    fillBut(kilobytes);
    const refused: unknown = await (async () => write(file))().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
    empty();
  });
});
