import { expect, test, vi } from 'vitest';
import type { FrontCalls } from '#plugin/calls/front-calls.ts';
import { previewCalls } from './preview-calls.ts';

/** A server that counts what it is asked, and whether it answers. */
function serverOf() {
  const server = { asked: 0, sent: 0, isAway: false };
  const calls: FrontCalls = {
    isUp: () => !server.isAway,
    send: () => (server.sent += 1),
    get<Data>() {
      server.asked += 1;
      return server.isAway ? Promise.reject(new Error('away')) : Promise.resolve({ number: server.asked } as Data);
    },
  };
  const settled: boolean[] = [];
  return { server, settled, calls: previewCalls(calls, { settled: (isAnswered) => settled.push(isAnswered) }) };
}

test('what was answered a moment ago is not asked again, and what is older is', async () => {
  const { server, settled, calls } = serverOf();
  expect(await calls.get('search', { q: 'a' })).toEqual({ number: 1 });
  expect(await calls.get('search', { q: 'a' })).toEqual({ number: 1 });
  expect(await calls.get('search', { q: 'b' })).toEqual({ number: 2 });
  vi.setSystemTime(Date.now() + 30_000);
  expect(await calls.get('search', { q: 'a' })).toEqual({ number: 3 });
  vi.useRealTimers();
  expect(server.asked).toBe(3);
  expect(settled).toEqual([true, true, true, true]);
});

test('a failure is told and not remembered, and one that nobody waits for is not told', async () => {
  const { server, settled, calls } = serverOf();
  server.isAway = true;
  await expect(calls.get('search', {})).rejects.toThrow('away');
  expect(settled).toEqual([false]);
  await expect(calls.get('search', {}, AbortSignal.abort())).rejects.toThrow('away');
  expect(settled).toEqual([false]);
  expect(calls.isUp()).toBe(true);
  server.isAway = false;
  expect(await calls.get('search', {})).toEqual({ number: 3 });
});

test('nothing of a preview is counted', () => {
  const { server, calls } = serverOf();
  calls.send('events', {});
  expect(server.sent).toBe(0);
});
