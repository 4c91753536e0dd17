import { expect, it } from 'vitest';
import { letGo } from './collect-garbage.ts';

/** Asks about an object that nobody has any more. */
const gone = (): (() => boolean) => {
  const reference = new WeakRef({ held: 1 });
  return () => reference.deref() === undefined;
};

it('garbage is looked for once much was let go of', async () => {
  const isGone = gone();
  const pace = { garbageBytes: 100, garbageRestMs: Infinity };
  letGo(60, pace);
  letGo(40, pace);
  await expect.poll(isGone).toBe(true);
});

it('garbage is looked for when nothing more was let go of for a while', async () => {
  const isGone = gone();
  letGo(1, { garbageBytes: 100, garbageRestMs: 10 });
  await expect.poll(isGone).toBe(true);
});
