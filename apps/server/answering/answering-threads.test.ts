import { expect, test } from 'vitest';
import { answeringThreads } from './answering-threads.ts';
import { newCallBuckets, defaultCallRates } from '#server/limits/call-limits.ts';

const settings = {
  host: '127.0.0.1',
  logLevel: 'silent',
  trustedProxies: 0,
  callRates: defaultCallRates,
  buckets: newCallBuckets(),
  database: { file: ':memory:' },
  redis: null,
  installation: '',
  hasMetrics: false,
  hasEmbeddings: false,
} as const;
const program = new URL('testing/fragile-thread.ts', import.meta.url);

test('a lost thread is reported, nobody waits for it, and another one takes its place', async () => {
  const threads = answeringThreads(2);
  const lost: string[] = [];
  const onLost = ({ message }: Error): void => void lost.push(message);
  const listened: string[] = [];
  const options = { owner: 'test of threads', settings, onLost, answer: () => Promise.resolve(null), program };
  const port = await threads.listen(0, (socket) => Promise.resolve(listened.push(socket)), options);
  expect([port > 0, listened.length]).toEqual([true, 1]);
  const asked = { kind: 'cachedAnswers', projectId: 1 } as const;
  expect(await threads.tell(asked)).toEqual(['cachedAnswers', 'cachedAnswers']);
  expect(await threads.tell({ kind: 'purge', tag: 'project 1' })).toEqual([undefined, undefined]);
  expect(lost).toEqual(['The thread has a fault.', 'The thread has a fault.']);
  await expect.poll(() => threads.tell(asked)).toEqual(['cachedAnswers', 'cachedAnswers']);
  await threads.stop();
});
