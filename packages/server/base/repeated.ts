import type { FastifyBaseLogger } from 'fastify';

interface Work {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Runs at once, then after each pause; runs on all servers, so the work must be idempotent. */
export function repeatedWork(log: FastifyBaseLogger) {
  const all: Work[] = [];
  const abort = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Map<Work, NodeJS.Timeout>();

  const run = (one: Work): void => {
    if (abort.signal.aborted) return;
    const done = one
      .work(abort.signal)
      .catch((error: unknown) => log.error({ err: error, work: one.name }, 'Repeated work failed'))
      .finally(() => {
        running.delete(done);
        if (!abort.signal.aborted) timers.set(one, setTimeout(run, one.everyMilliseconds, one));
      });
    running.add(done);
  };

  return {
    add: (one: Work): void => void all.push(one),
    start: (): void => all.forEach(run),
    async stop(): Promise<void> {
      abort.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
