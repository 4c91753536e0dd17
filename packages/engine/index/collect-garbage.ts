import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Upkeep } from './limits.ts';

type Kind = 'major' | 'minor';

/** Whoever holds what is to go has let go of it by then, and several that go at once go together. */
const afterMs = 200;

let collect: ((options: { readonly type: Kind }) => void) | undefined;
let timer: NodeJS.Timeout | undefined;
let wanted: Kind = 'minor';

function collectNow(type: Kind): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as NonNullable<typeof collect>;
  }
  collect({ type });
}

/**
 * Makes this thread look for memory that it doesn't use any more. V8 counts no shared memory, so a thread that does little else keeps
 * the segments of generations that are gone for hours. `minor` looks among what was made lately and takes a millisecond or two.
 */
export function collectSoon(type: Kind): void {
  if (type === 'major') wanted = 'major';
  timer ??= setTimeout(() => {
    const kind = wanted;
    timer = undefined;
    wanted = 'minor';
    collectNow(kind);
  }, afterMs).unref();
}

let goneBytes = 0;
let atRest: NodeJS.Timeout | undefined;

/** Says that this thread has let go of shared memory, so that it looks for it before long. */
export function letGo(bytes: number, { garbageBytes, garbageRestMs }: Pick<Upkeep, 'garbageBytes' | 'garbageRestMs'>): void {
  goneBytes += bytes;
  clearTimeout(atRest);
  const look = (): void => {
    goneBytes = 0;
    collectSoon('major');
  };
  if (goneBytes >= garbageBytes) look();
  else if (garbageRestMs < Infinity) atRest = setTimeout(look, garbageRestMs).unref();
}

const counterweights = new WeakMap<object, ArrayBuffer>();

/**
 * Makes V8 count much shared memory that only this object leads to: ordinary memory of the same size lives as long as the object does.
 * Nobody touches it, so the system gives none for it; of some megabytes V8 would touch it itself. Otherwise a thread would look for garbage
 * hours after the object is gone.
 */
export const countShared = (owner: object, bytes: number): void => void counterweights.set(owner, new ArrayBuffer(bytes));
