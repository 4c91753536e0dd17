import { fail } from '#server-kit/fail.ts';

interface Waiting {
  readonly begin: () => void;
}

interface Line {
  readonly waiting: Set<Waiting>;
  running: number;
}

interface FairQueueOptions {
  /** How much runs at once. */
  readonly atOnce: number;
  /** How much of one project does. */
  readonly atOnceOfProject: number;
  /** How much of one project waits; more is refused. */
  readonly mostWaiting: number;
}

/** When somebody who is refused may try again. */
const retrySeconds = 1;

/**
 * Work of many projects that shares few places: what is free goes to the project that has the fewest running, and among those to the one
 * that waits longest. So whoever asks much waits for itself, and others wait for one piece of its work at most. What waits ends with its
 * signal; what finds its project's line full is refused with `unavailable`.
 */
export function fairQueue({ atOnce, atOnceOfProject, mostWaiting }: FairQueueOptions) {
  const lines = new Map<number, Line>();
  let running = 0;

  const lineOf = (project: number): Line => {
    const line = lines.get(project) ?? { waiting: new Set<Waiting>(), running: 0 };
    lines.set(project, line);
    return line;
  };

  function beginNext(): void {
    while (running < atOnce) {
      let next: readonly [number, Line] | undefined;
      for (const entry of lines) {
        const [, line] = entry;
        if (line.waiting.size === 0 || line.running >= atOnceOfProject) continue;
        if (next === undefined || line.running < next[1].running) next = entry;
      }
      if (next === undefined) return;
      const [project, line] = next;
      // Behind the others that wait.
      lines.delete(project);
      lines.set(project, line);
      const [first] = line.waiting;
      first?.begin();
    }
  }

  function end(project: number, line: Line): void {
    running -= 1;
    line.running -= 1;
    // Who has just been served stands behind those that came meanwhile.
    lines.delete(project);
    if (line.running > 0 || line.waiting.size > 0) lines.set(project, line);
    // Not at once: as long as answers bring the next work with them, the event loop would not come to the calls of others.
    setImmediate(beginNext);
  }

  const place = (line: Line, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        begin: () => {
          line.waiting.delete(waiting);
          signal.removeEventListener('abort', leave);
          running += 1;
          line.running += 1;
          resolve();
        },
      };
      line.waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    /** How many projects have work here. */
    projectCount: () => lines.size,
    runningCount: () => running,
    waitingCount: () => [...lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    async run<Done>(project: number, signal: AbortSignal, work: () => Promise<Done> | Done): Promise<Done> {
      signal.throwIfAborted();
      const line = lineOf(project);
      if (line.waiting.size >= mostWaiting) throw fail('unavailable', { seconds: retrySeconds });
      const begun = place(line, signal);
      beginNext();
      try {
        await begun;
      } catch (error) {
        if (line.running === 0 && line.waiting.size === 0) lines.delete(project);
        throw error;
      }
      try {
        return await work();
      } finally {
        end(project, line);
      }
    },
  };
}
