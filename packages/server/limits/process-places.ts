import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { countSharedAttempts } from './attempts.ts';

/** Of the server; each has a heap of `awaitedHeapMegabytes` at most. */
export const processesAtOnce = 4;
/** Of one person, and of one project. */
export const processesOfOwner = 1;
/** Calls of one person, or of one project, that wait behind them. */
export const waitingOfOwner = 2;
const waitingAtOnce = 8;
const longestWaitMilliseconds = 15_000;
/** Of a person; of a project where a program calls. */
const startsPerHour = 300;
const retrySeconds = 5;
export const awaitedHeapMegabytes = 256;

/** Who a process works for. A program that calls is no person, and a person may have no project yet. */
interface Owner {
  readonly user?: { readonly id: number } | undefined;
  readonly project: { readonly id: number } | null;
}

interface Turn {
  readonly owners: readonly string[];
  readonly begin: () => void;
}

/** Limits processes that somebody waits for, and work that takes as much memory, whatever they do: of a person, of a project and of this server, with a short queue. */
export function processPlaces(db: Database) {
  const starts = countSharedAttempts(db, { name: 'processes', maximum: startsPerHour, windowSeconds: 3_600 });
  const running = new Set<Turn>();
  const waiting = new Set<Turn>();
  const countOf = (turns: Iterable<Turn>, owner: string): number =>
    [...turns].filter(({ owners }) => owners.includes(owner)).length;

  function beginNext(): void {
    for (const turn of waiting) {
      if (running.size >= processesAtOnce) return;
      if (turn.owners.some((owner) => countOf(running, owner) >= processesOfOwner)) continue;
      waiting.delete(turn);
      running.add(turn);
      turn.begin();
    }
  }

  function refuseMore(owners: readonly string[]): void {
    const isMany = (owner: string): boolean => countOf([...running, ...waiting], owner) >= processesOfOwner + waitingOfOwner;
    if (owners.some(isMany)) throw fail('tooManyRequests', { seconds: retrySeconds });
    if (waiting.size >= waitingAtOnce) throw fail('unavailable', { seconds: retrySeconds });
  }

  function turnOf(owners: readonly string[], signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(turn);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const turn: Turn = { owners, begin };
      waiting.add(turn);
      signal.addEventListener('abort', leave, { once: true });
      beginNext();
    });
  }

  return {
    /**
     * Does work in a process once there is a place. `gone` ends the wait and the work. Throws `tooManyRequests` where its person or project
     * has too many, and `unavailable` where the server does, or the work ends by a time-out.
     */
    async run<Done>({ user, project }: Owner, gone: AbortSignal, work: () => Promise<Done>): Promise<Done> {
      gone.throwIfAborted();
      const owners = [...(user ? [`person ${user.id}`] : []), ...(project ? [`project ${project.id}`] : [])];
      refuseMore(owners);
      try {
        const turn = await turnOf(owners, AbortSignal.any([gone, AbortSignal.timeout(longestWaitMilliseconds)]));
        try {
          await starts.take(owners[0] ?? '');
          return await work();
        } finally {
          running.delete(turn);
          beginNext();
        }
      } catch (error) {
        if (error instanceof DOMException && error.name === 'TimeoutError') throw fail('unavailable', { seconds: retrySeconds });
        throw error;
      }
    },
  };
}
export type ProcessPlaces = ReturnType<typeof processPlaces>;
