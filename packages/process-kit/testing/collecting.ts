import { threadId } from 'node:worker_threads';
import type { Collector } from '#process-kit/collector-aside.ts';

interface Collected {
  readonly things: readonly string[];
  readonly threadId: number;
}

/** Keeps all that it gets, but for what it refuses. */
export function openCollecting(refused: string): Collector<string, Collected> {
  const all: string[] = [];
  return {
    add(things) {
      if (things.includes(refused)) throw new RangeError(`${refused} is refused.`);
      all.push(...things);
    },
    finish: () => ({ things: all, threadId }),
  };
}
