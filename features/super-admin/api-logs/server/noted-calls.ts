import type { FastifyBaseLogger } from 'fastify';
import type { NotedCall } from './api-calls.store.ts';

/** Calls that wait to be written, about a kilobyte each; beyond it they are left out. */
export const mostGatheredCalls = 5_000;

interface NotedCallsOptions {
  readonly write: (calls: readonly NotedCall[]) => Promise<void>;
  readonly mayWrite: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** No call waits for what is written, and none is answered otherwise because of it: what can't be written is lost. */
export function notedCalls({ write, mayWrite, log }: NotedCallsOptions) {
  let gathered: NotedCall[] = [];
  let isFailing = false;

  return {
    add(call: NotedCall): void {
      if (gathered.length < mostGatheredCalls) gathered.push(call);
    },
    /** Never rejects. */
    async write(): Promise<void> {
      const calls = gathered;
      gathered = [];
      if (calls.length === 0 || !mayWrite()) return;
      try {
        await write(calls);
        isFailing = false;
      } catch (error) {
        // Once for each time that the database is away, not every second of it.
        if (!isFailing) log.warn({ err: error, lostCount: calls.length }, 'Calls could not be written to the API log');
        isFailing = true;
      }
    },
  };
}
export type NotedCalls = ReturnType<typeof notedCalls>;
