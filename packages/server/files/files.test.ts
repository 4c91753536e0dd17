import { describe, expect, test, afterAll } from 'vitest';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { levelOf } from './disk-room.ts';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { folderFiles } from './folder-files.ts';
import { filesFacts } from './testing/files-facts.ts';
import { s3SettingsOf } from './s3-files.ts';

const gigabyte = 1024 ** 3;
const disk = (totalGigabytes: number, freeGigabytes: number) => ({
  usedBytes: (totalGigabytes - freeGigabytes) * gigabyte,
  freeBytes: freeGigabytes * gigabyte,
});

describe('a disk has room', () => {
  test.each([
    ['a small server', disk(40, 4.1), 'plenty'],
    ['a small server at 90 %', disk(40, 4), 'scarce'],
    ['a small server at 95 %', disk(40, 2), 'scarce'],
    ['a small server at 98 %', disk(40, 0.8), 'full'],
    ['a laptop at 94 % with 30 GB free', disk(500, 30), 'plenty'],
    ['a laptop with 4 GB free', disk(500, 4), 'scarce'],
    ['a large disk at 96 %', disk(4000, 160), 'plenty'],
    ['a large disk with 900 MB free', disk(4000, 0.9), 'full'],
    ['a tiny volume at 89 %', disk(0.1, 0.011), 'plenty'],
    ['a tiny volume at 91 %', disk(0.1, 0.009), 'scarce'],
    ['a tiny volume at 96 %', disk(0.1, 0.004), 'full'],
    ['a disk that tells nothing', disk(0, 0), 'plenty'],
  ] as const)('%s', (_name, figures, level) => {
    expect(levelOf(figures)).toBe(level);
  });
});

test('a full disk is known by the errors of files, SQLite, PostgreSQL and other processes', () => {
  const full = [
    Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    new Error('It failed', { cause: Object.assign(new Error('quota'), { code: 'EDQUOT' }) }),
  ];
  expect(full.map(isDiskFull)).toEqual(full.map(() => true));
  expect([new Error('database is locked'), 'ENOSPC', null].map(isDiskFull)).toEqual([false, false, false]);
});

describe('a folder of files', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-files-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const files = folderFiles(directory);

  filesFacts(() => files);

  test('a file that is kept is for its owner alone', async () => {
    await files.put('own/one', Readable.from([Buffer.from('x')]));
    expect(statSync(path.join(directory, 'own', 'one')).mode & 0o777).toBe(0o600);
  });

  test('removes cut-off parts by their beginning and age, and no whole file', async () => {
    for (const name of ['7.a', '7.b', '71.a']) await files.put(`parts/${name}`, Readable.from([Buffer.from('x')]));
    for (const name of ['7.c.part', '71.c.part']) writeFileSync(path.join(directory, 'parts', name), '');
    const longAgo = new Date(2020, 1, 1);
    utimesSync(path.join(directory, 'parts', '7.c.part'), longAgo, longAgo);
    await files.removeUnfinished('parts/', longAgo.getTime());
    expect(readdirSync(path.join(directory, 'parts'))).toHaveLength(5);
    await files.removeUnfinished('parts/', Date.now() - 60_000);
    expect(readdirSync(path.join(directory, 'parts')).toSorted()).toEqual(['7.a', '7.b', '71.a', '71.c.part']);
    await files.removeUnfinished('parts/7.');
    expect(readdirSync(path.join(directory, 'parts'))).toContain('71.c.part');
    await files.removeUnfinished('parts/');
    expect(readdirSync(path.join(directory, 'parts')).toSorted()).toEqual(['7.a', '7.b', '71.a']);
  });
});

const none = { key: '', secret: '' };

test('an address says host, bucket, folder, region, login and whether there is TLS', () => {
  expect(s3SettingsOf('s3://key:s%2Fec%2Bret@127.0.0.1:9000/bucket/some/folder?region=eu-central-1&tls=off', none)).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'bucket',
    prefix: 'some/folder/',
    region: 'eu-central-1',
    credentials: { key: 'key', secret: 's/ec+ret' },
  });
});

test('all but host and bucket may be missing', () => {
  expect(s3SettingsOf('s3://s3.example.com/bucket', none)).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'bucket',
    prefix: '',
    region: 'us-east-1',
    credentials: null,
  });
});

test('a login that stands apart is taken', () => {
  const settings = s3SettingsOf('s3://host/bucket/', { key: 'key', secret: 'a/b+c%' });
  expect(settings).toMatchObject({ prefix: '', credentials: { key: 'key', secret: 'a/b+c%' } });
});

test.each([
  'https://host/bucket',
  's3://host',
  's3:///bucket',
  's3://host/B',
  's3://host/bucket/a b',
  's3://host/bucket?tls=maybe',
  's3://host/bucket?regoin=eu',
  's3://host/bucket#part',
  's3://key@host/bucket',
  's3://%:x@host/bucket',
  'bucket',
])('%s is refused', (text) => {
  expect(s3SettingsOf(text, none)).toBeNull();
});
