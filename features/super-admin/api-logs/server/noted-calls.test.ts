import { expect, test, vi } from 'vitest';
import type { NotedCall } from './api-calls.store.ts';
import { mostGatheredCalls, notedCalls } from './note-calls.ts';

const call = { path: '/api/verify' } as NotedCall;
const mayWrite = () => true;

test('calls are written together, and none twice', async () => {
  const write = vi.fn<(calls: readonly NotedCall[]) => Promise<void>>(async () => {});
  const calls = notedCalls({ write, mayWrite, log: { warn: () => {} } });
  calls.add(call);
  calls.add(call);
  await calls.write();
  await calls.write();
  expect(write.mock.calls).toEqual([[[call, call]]]);
});

test('while the database is away calls are lost, nothing is thrown, and the server log says it once', async () => {
  const warn = vi.fn<() => void>();
  let isAway = true;
  const written: number[] = [];
  const write = async (some: readonly NotedCall[]): Promise<void> => {
    if (isAway) throw new Error('away');
    written.push(some.length);
  };
  const calls = notedCalls({ write, mayWrite, log: { warn } });
  for (let second = 0; second < 3; second += 1) {
    calls.add(call);
    await calls.write();
  }
  expect(warn).toHaveBeenCalledTimes(1);
  isAway = false;
  calls.add(call);
  await calls.write();
  expect(written).toEqual([1]);
});

test('what waits is bounded, and where the disk is full nothing is written', async () => {
  const counts: number[] = [];
  let hasRoom = true;
  const write = async (some: readonly NotedCall[]): Promise<void> => void counts.push(some.length);
  const calls = notedCalls({ write, mayWrite: () => hasRoom, log: { warn: () => {} } });
  for (let count = 0; count < mostGatheredCalls + 100; count += 1) calls.add(call);
  await calls.write();
  hasRoom = false;
  calls.add(call);
  await calls.write();
  expect(counts).toEqual([mostGatheredCalls]);
});
