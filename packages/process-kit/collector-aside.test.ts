import { threadId } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openCollecting } from '#process-kit/testing/collecting.ts';
import { asideAfterCount, CollectorAside } from './collector-aside.ts';

const batchSize = 100;
const program = new URL('testing/collecting-thread.ts', import.meta.url);
const collecting = (refused = 'nothing', processorCount = 2) =>
  new CollectorAside({ settings: refused, open: openCollecting, program, processorCount });
const numbers = (count: number): string[] => Array.from({ length: count }, (_, number) => String(number));

async function addAll(aside: ReturnType<typeof collecting>, things: readonly string[]): Promise<void> {
  for (let at = 0; at < things.length; at += batchSize) await aside.add(things.slice(at, at + batchSize));
}

it('few things are collected here, in order', async () => {
  const aside = collecting();
  const things = numbers(asideAfterCount - 1);
  await addAll(aside, things);
  expect(await aside.finish()).toEqual({ things, threadId });
});

it('many things are collected by a thread of its own, in order', async () => {
  const aside = collecting();
  const things = numbers(asideAfterCount * 3 + 1);
  await addAll(aside, things);
  const collected = await aside.finish();
  expect(collected.things).toEqual(things);
  expect(collected.threadId).not.toBe(threadId);
});

it('many things are collected here where there is one processor', async () => {
  const aside = collecting('nothing', 1);
  const things = numbers(asideAfterCount * 2);
  await addAll(aside, things);
  expect(await aside.finish()).toEqual({ things, threadId });
});

it('what the collector fails at is told before all is brought', async () => {
  const aside = collecting('7');
  const endless = async (): Promise<never> => {
    for (;;) await aside.add(numbers(batchSize));
  };
  await expect(endless()).rejects.toThrow('7 is refused.');
  await aside.abandon();
});

it('what it fails at last is told at the end', async () => {
  for (const count of [batchSize, asideAfterCount]) {
    const aside = collecting(String(count - 1));
    await addAll(aside, numbers(count));
    await expect(aside.finish()).rejects.toThrow('is refused.');
    await aside.abandon();
  }
});

it('a thread that is abandoned takes nothing more', async () => {
  const aside = collecting();
  await addAll(aside, numbers(asideAfterCount));
  await aside.abandon();
  await expect(aside.finish()).rejects.toThrow('The thread has ended.');
});
