import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Searches release their references by then, and generations that leave together are collected together. */
const delayMs = 200;

let collect: ((options: { readonly type: 'major' | 'minor' }) => void) | undefined;
let timer: NodeJS.Timeout | undefined;
let isMajor = false;

/**
 * Collects garbage in this thread soon. V8 ignores shared memory when it decides to collect, so a quiet thread would keep the segments of
 * unloaded generations for hours. A minor collection covers recent objects and takes 1 to 2 ms.
 */
export function collectSoon(type: 'major' | 'minor'): void {
  isMajor ||= type === 'major';
  timer ??= setTimeout(() => {
    if (collect === undefined) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as NonNullable<typeof collect>;
    }
    const kind = isMajor ? 'major' : 'minor';
    [timer, isMajor] = [undefined, false];
    collect({ type: kind });
  }, delayMs).unref();
}
