import { LRUCache } from 'lru-cache';
import { fail } from '#server/fail.ts';

interface Window {
  count: number;
  endsAt: number;
}

export interface AttemptLimit {
  readonly maximum: number;
  readonly windowSeconds: number;
  readonly now?: () => number;
}

/** How many windows are remembered; those asked for longest ago go first. */
const maximumWindows = 100_000;

/** By key, in fixed windows of this process; `take` throws `tooManyRequests`. See `countSharedAttempts` for all servers. */
export function countAttempts({ maximum, windowSeconds, now = Date.now }: AttemptLimit) {
  const windows = new LRUCache<string, Window>({ maxSize: maximumWindows, sizeCalculation: () => 1 });
  const current = (key: string): Window => {
    const known = windows.get(key);
    const isCurrent = known !== undefined && known.endsAt > now() && known.endsAt <= now() + windowSeconds * 1000;
    if (isCurrent) return known;
    const window = { count: 0, endsAt: now() + windowSeconds * 1000 };
    windows.set(key, window);
    return window;
  };
  const isTaken = (window: Window): boolean => {
    if (window.count >= maximum) return false;
    window.count += 1;
    return true;
  };
  return {
    take(key: string): void {
      const window = current(key);
      if (!isTaken(window)) throw fail('tooManyRequests', { seconds: Math.ceil((window.endsAt - now()) / 1000) });
    },
    /** As `take`, for what is left out without a word. */
    isLeft: (key: string): boolean => isTaken(current(key)),
  };
}
