import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verify } from '#features/account/account.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { earlyPaths } from '#apps/console/early-paths.ts';
import { call } from './api.ts';
import { askEarly } from './early-calls.ts';
import { startSession } from '#ui/state/session.ts';

const asked: string[] = [];

beforeEach(() => {
  startSession('session');
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ err: 0, msg: '', data: [], errors: [] });
  });
});
afterEach(() => {
  asked.length = 0;
});

it('an early answer is used once', async () => {
  askEarly('/api/collections');
  await call(listCollections, {});
  expect(asked).toEqual(['/api/collections']);
  await call(listCollections, {});
  expect(asked).toHaveLength(2);
});

it('an early answer to another session is not used', async () => {
  askEarly('/api/collections');
  startSession('another');
  await call(listCollections, {});
  expect(asked).toHaveLength(2);
});

it('an early answer that never came is a lost connection, as any other', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  askEarly('/api/collections');
  await expect(call(listCollections, {})).rejects.toMatchObject({ status: 0 });
});

it('what is asked early is what every screen begins with', () => {
  expect(earlyPaths).toEqual([verify.path, listCollections.path]);
});
