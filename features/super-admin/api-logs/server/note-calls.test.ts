import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { keptFailuresPerSecond, sampledEvery } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { agentName, callSampling, keptRequestId, mostGatheredCalls, notedCalls, keptParameters } from './note-calls.ts';
import type { NotedCall } from './api-calls.store.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

test('of calls that go well the first is kept, and then every so many', () => {
  const { keepsSuccess } = callSampling();
  const kept = Array.from({ length: 2 * sampledEvery + 1 }, (_, place) => place).filter(() => keepsSuccess());
  expect(kept).toEqual([0, sampledEvery, 2 * sampledEvery]);
});

test('a project that fails all the time does not hide the failures of another one, and has room again a second later', () => {
  const { keepsFailure, nextSecond } = callSampling();
  const keptOf = (project: number | null) => Array.from({ length: 100 }, () => keepsFailure(project)).filter(Boolean).length;
  expect([keptOf(1), keptOf(1), keptOf(2), keptOf(null)]).toEqual([
    keptFailuresPerSecond,
    0,
    keptFailuresPerSecond,
    keptFailuresPerSecond,
  ]);
  nextSecond();
  expect(keptOf(1)).toBe(keptFailuresPerSecond);
});

test.each([
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['my-secret-token', ''],
])('%s is kept as %j', (agent, name) => expect(agentName(agent)).toBe(name));

test.each([
  ['3f1f9c1e-8f4e-4b7b-9d50-0b9a1f3d2c11', true],
  ['4bf92f3577b34da6a3ce929d0e0e4736', true],
  ['Xk3v9QpLw0aTz7RmBnY2cHs5dJf8gUe1iOoAaBbCc12', false],
  ['Correct-Horse-7', false],
])('that a name of a call such as %s is kept is %s', (id, isKept) => expect(keptRequestId(id) === id).toBe(isKept));

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

test('bounds waiting calls, and writes none while the disk is full', async () => {
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

const read = endpoint('GET /api/thing/{id}', {
  needs: 'user',
  summary: 'Reads a thing',
  input: z.object({
    id: Id,
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
    count: z.optional(z.coerce.number()),
    q: z.optional(z.string()),
    token: z.optional(z.string()),
    search: z.optional(z.string()),
  }),
  output: z.object({}),
});
const kept = (inPath: object, inQuery: object): Record<string, string> =>
  Object.fromEntries(
    keptParameters(read, inPath as Record<string, unknown>, inQuery as Record<string, unknown>).map(({ name, value }) => [
      name,
      value,
    ]),
  );

test('numbers, choices and queries are kept, other texts are not', () => {
  expect(kept({ id: '12' }, { order: 'desc', count: '3', q: 'red lamp', token: 'abc', search: 'Jana' })).toEqual({
    id: '12',
    order: 'desc',
    count: '3',
    q: 'red lamp',
    token: '•••',
    search: '•••',
  });
});

test('masks values that are no number or choice of the contract', () => {
  expect(kept({ id: 'secret' }, { order: 'secret', count: 'secret' })).toEqual({ id: '•••', order: '•••', count: '•••' });
});

test.each([
  ['jana@example.com lamp', '[e-mail] lamp'],
  ['+420 777 123 456', '[number]'],
  ['Xk3v9QpLw0aTz7RmBnY2cHs5dJf8gUe1iOoAaBbCc12', '•••'],
  ['lamp'.repeat(100), 'lamp'.repeat(25)],
  // Looked through as a whole, it would take hours.
  ['a'.repeat(1_000_000), 'a'.repeat(100)],
])('of the query %j, %j is kept', (typed, stored) => expect(kept({ id: '1' }, { q: typed })['q']).toBe(stored));

test('names that the contract does not know are masked, too', () => {
  expect(kept({ id: '1' }, { hunter2: 'x', other: 'y' })).toEqual({ id: '1', '•••': '•••' });
});
