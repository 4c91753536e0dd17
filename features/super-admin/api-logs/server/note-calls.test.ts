import { expect, test } from 'vitest';
import { keptFailuresPerSecond, sampledEvery } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { agentName, callSampling, keptRequestId } from './note-calls.ts';

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
