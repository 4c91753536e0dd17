import { expect, test } from 'vitest';
import { eventHub, eventKind } from './events.ts';

const arrived = eventKind<{ readonly id: number }>('arrived');

test('listeners are called one after another, with what happened', async () => {
  const events = eventHub();
  const calls: string[] = [];
  events.on(arrived, async ({ id }) => {
    await Promise.resolve();
    calls.push(`first ${id}`);
  });
  events.on(arrived, ({ id }) => Promise.resolve(calls.push(`second ${id}`)));
  await events.tell(arrived, { id: 7 });
  expect(calls).toEqual(['first 7', 'second 7']);
});

test('who tells hears of a listener that failed, and those after it are not called', async () => {
  const events = eventHub();
  const calls: number[] = [];
  events.on(arrived, () => Promise.reject(new Error('The disk is full.')));
  events.on(arrived, ({ id }) => Promise.resolve(calls.push(id)));
  await expect(events.tell(arrived, { id: 7 })).rejects.toThrow('The disk is full.');
  expect(calls).toEqual([]);
});

test('nobody has to listen', async () => {
  await expect(eventHub().tell(arrived, { id: 7 })).resolves.toBeUndefined();
});
