import { expect, test } from 'vitest';
import { redisSettingsOf } from './redis-settings.ts';

const plain = { host: 'redis', port: 6379, hasTls: false, username: undefined, password: undefined, database: 0 };

test.each([
  ['redis://redis', plain],
  ['rediss://redis:6380/', { ...plain, port: 6380, hasTls: true }],
  ['redis://:a%2Fb@redis/3', { ...plain, password: 'a/b', database: 3 }],
  ['redis://aisle:secret@[::1]:7000', { ...plain, host: '::1', port: 7000, username: 'aisle', password: 'secret' }],
])('%s is understood', (text, settings) => {
  expect(redisSettingsOf(text)).toEqual(settings);
});

test.each([
  'redis',
  'http://redis',
  'redis://',
  'redis:///0',
  'redis://redis/name',
  'redis://redis?db=1',
  'redis://:%E0%A4%A@redis',
])('%s is refused', (text) => {
  expect(redisSettingsOf(text)).toBeNull();
});
