import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { testFeed } from '#features/data/feed-test/feed-test.contract.ts';
import { exportProject, importProject } from '#features/owner/project-file/project-file.contract.ts';
import { importRules } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { Failure } from '#server/base/fail.ts';
import { awaitedHeapMegabytes, processesAtOnce, processesOfOwner, waitingOfOwner } from '#server/limits/process-places.ts';
import { startFeedShops } from '#testing/feeds/feed-shops.ts';
import { childrenOf } from '#testing/processes/server-process.ts';
import { requestOf } from '#testing/test-app.ts';

const { server, host, close } = await startFeedShops();
afterAll(close);
const owner = await server.emptyShop('many@example.com');
const other = await server.emptyShop('other@example.com');
const before = childrenOf(process.pid);

/** Code, stacks and the parser's native memory. */
const megabytesBesideHeap = 150;
const megabytesOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

const largestFile = `version: 1\nsynonyms:\n${Array.from({ length: 40_000 }, (_none, at) => `  - term: word${at}\n`).join('')}`;
const manyRules = Array.from({ length: 40_000 }, (_none, at) => `word${at} => word\n`).join('');
const slowFeed = host.reply('/slow.csv', (response) => {
  response.writeHead(200).write('id;name\n1;Lamp\n');
  setTimeout(() => response.end(), 500);
});

test.each<readonly [string, Endpoint, object]>([
  ['imports of a project file', importProject as unknown as Endpoint, { text: largestFile }],
  ['imports of rules', importRules as unknown as Endpoint, { text: manyRules }],
  ['feed tests', testFeed as unknown as Endpoint, { feed_url: slowFeed }],
])('runs one process for a hundred %s at once, and those of others meanwhile', async (_kind, endpoint, input) => {
  let [most, megabytes] = [0, 0];
  const look = setInterval(() => {
    const children = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    most = Math.max(most, children.length);
    megabytes = Math.max(megabytes, ...children.map(megabytesOf));
  }, 10);
  const call = async () => server.app.http.inject(requestOf(owner, endpoint, input as Record<string, unknown>));
  const calls = Array.from({ length: 100 }, call);
  const beside = await server.call(other, exportProject, {});
  const answers = await Promise.all(calls);
  clearInterval(look);
  expect(beside.status).toBe(200);
  const refused = answers.filter(({ statusCode }) => [429, 503].includes(statusCode));
  expect(refused.map(({ headers }) => Number(headers['retry-after']) > 0)).not.toContain(false);
  expect(answers.length - refused.length).toBeLessThanOrEqual(processesOfOwner + waitingOfOwner);
  expect(answers.length - refused.length).toBeGreaterThan(0);
  expect(answers.map(({ statusCode }) => statusCode)).not.toContain(500);
  expect(most).toBeLessThanOrEqual(processesOfOwner + 1);
  expect(megabytes).toBeLessThanOrEqual(awaitedHeapMegabytes + megabytesBesideHeap);
});

const codeOf = (error: unknown): string => (error instanceof Failure ? error.code : String(error));

test('runs four processes of a server, whoever wants them, and refuses what finds the queue full', async () => {
  let [running, most] = [0, 0];
  const gate = Promise.withResolvers<undefined>();
  const work = async (): Promise<string> => {
    most = Math.max(most, (running += 1));
    await gate.promise;
    running -= 1;
    return 'done';
  };
  const { signal } = new AbortController();
  const all = Array.from({ length: 30 }, (_none, at) =>
    server.app.processes.run({ user: { id: -at }, project: null }, signal, work).catch(codeOf),
  );
  await expect.poll(() => running).toBe(processesAtOnce);
  gate.resolve(undefined);
  const outcomes = await Promise.all(all);
  expect(most).toBe(processesAtOnce);
  expect(new Set(outcomes)).toEqual(new Set(['done', 'unavailable']));
  expect(outcomes.filter((one) => one === 'done').length).toBe(12);
});

test('answers work that takes too long with 503, and gives its place to the next', async () => {
  const { signal } = new AbortController();
  const run = (work: () => Promise<string>) => server.app.processes.run({ project: { id: -1 } }, signal, work).catch(codeOf);
  const slow = () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'));
  expect(await run(slow)).toBe('unavailable');
  expect(await run(() => Promise.resolve('done'))).toBe('done');
});

test('gives up the wait of a call whose client has gone', async () => {
  const gone = new AbortController();
  const gate = Promise.withResolvers<string>();
  const run = (signal: AbortSignal) =>
    server.app.processes.run({ project: { id: -2 } }, signal, () => gate.promise).catch(codeOf);
  const first = run(new AbortController().signal);
  const second = run(gone.signal);
  gone.abort();
  expect(await second).toContain('AbortError');
  gate.resolve('done');
  expect(await first).toBe('done');
});
