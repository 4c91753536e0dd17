import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Kind = 'major' | 'minor';

/** Whoever holds what is to go has let go of it by then, and several that go at once go together. */
const afterMs = 200;

let collect: ((options: { readonly type: Kind }) => void) | undefined;
let timer: NodeJS.Timeout | undefined;

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
  timer ??= setTimeout(() => {
    timer = undefined;
    collectNow(type);
  }, afterMs).unref();
}

const counterweights = new WeakMap<object, ArrayBuffer>();

/**
 * Makes V8 count shared memory that only this object leads to: ordinary memory of the same size, which nobody touches, so that it takes none,
 * lives as long as the object does. Otherwise a thread would look for garbage hours after the object is gone.
 */
export const countShared = (owner: object, bytes: number): void => void counterweights.set(owner, new ArrayBuffer(bytes));
