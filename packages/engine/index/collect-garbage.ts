import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const delayMs = 200;

let collect: ((options: { readonly type: 'major' | 'minor' }) => void) | undefined;
let timer: NodeJS.Timeout | undefined;
let isMajor = false;

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
