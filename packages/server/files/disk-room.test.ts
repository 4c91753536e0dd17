import { describe, expect, test } from 'vitest';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { levelOf } from './disk-room.ts';

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
