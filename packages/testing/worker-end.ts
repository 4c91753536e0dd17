import { test } from 'vitest';

const ends: (() => Promise<void>)[] = [];

/** Has a worker do something once it has run its last test file. */
export const atWorkerEnd = (end: () => Promise<void>): void => void ends.push(end);

/** Each test file mentions it, and it ends with the worker. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of fixtures from it.
export const ofWorker = test.extend('workerEnd', { scope: 'worker', auto: true }, ({}, { onCleanup }) => {
  onCleanup(async () => {
    for (const end of ends) await end();
  });
  return true;
});
