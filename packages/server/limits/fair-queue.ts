import type { Awaitable } from '#process-kit/work.ts';
import { fail, type Failure } from '#server/base/fail.ts';

interface Waiting {
  readonly begin: () => void;
}

interface Line {
  readonly waiting: Set<Waiting>;
  running: number;
  /** When one that waited has begun last, while others wait; null while none does. */
  begunAt: number | null;
  /** Between two that begin, by the last ones; null before there were two. */
  paceMilliseconds: number | null;
}

interface FairQueueOptions {
  readonly atOnce: number;
  /** How much of one project runs at once. */
  readonly atOnceOfProject: number;
  /** How much of one project waits; more is refused. */
  readonly mostWaiting: number;
  /** What would have to wait longer, at the pace at which its line moves, is refused. */
  readonly longestWaitMilliseconds: number;
  readonly now?: () => number;
}

/** How much of a line's pace is the last time between two that begin. */
const newestShare = 1 / 16;

/** When somebody who is refused may try again. */
const retrySeconds = 1;

/** Then calls are read before more work that is done at once begins. */
const turnMilliseconds = 2;

/**
 * Work of many projects that shares few places: what is free goes to the project that has the fewest running, and among those to the one
 * that waits longest. So whoever asks much waits for itself, and others wait for one piece of its work at most. What waits ends with its
 * signal; what finds its project's line full, or longer than anybody waits, is refused with `unavailable`.
 */
export function fairQueue({
  atOnce,
  atOnceOfProject,
  mostWaiting,
  longestWaitMilliseconds,
  now = () => performance.now(),
}: FairQueueOptions) {
  const lines = new Map<number, Line>();
  let running = 0;
  let waitingCount = 0;
  /** Until then work that is done at once may begin in this turn of the event loop; null: none was done in it. */
  let turnEndsAt: number | null = null;
  const isTurnOver = (): boolean => turnEndsAt !== null && now() >= turnEndsAt;

  const lineOf = (project: number): Line => {
    const line = lines.get(project) ?? { waiting: new Set<Waiting>(), running: 0, begunAt: null, paceMilliseconds: null };
    lines.set(project, line);
    return line;
  };

  function beginNext(): void {
    while (running < atOnce && !isTurnOver()) {
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
      noteBegin(line);
      first?.begin();
    }
  }

  function noteBegin(line: Line): void {
    const at = now();
    if (line.begunAt !== null) {
      const took = at - line.begunAt;
      line.paceMilliseconds =
        line.paceMilliseconds === null ? took : line.paceMilliseconds + (took - line.paceMilliseconds) * newestShare;
    }
    line.begunAt = line.waiting.size > 1 ? at : null;
  }

  function end(project: number, line: Line): void {
    running -= 1;
    line.running -= 1;
    // Who has just been served stands behind those that came meanwhile.
    lines.delete(project);
    if (line.running > 0 || line.waiting.size > 0) lines.set(project, line);
    // Not at once: as long as answers bring the next work with them, the event loop would not come to the calls of others.
    if (turnEndsAt === null && waitingCount > 0) setImmediate(beginNext);
  }

  function endAtOnce(project: number, line: Line, beganAt: number): void {
    if (turnEndsAt === null) {
      turnEndsAt = beganAt + turnMilliseconds;
      setImmediate(endTurn);
    }
    end(project, line);
  }

  function endTurn(): void {
    turnEndsAt = null;
    beginNext();
  }

  /** Returns at once what is done at once. */
  function begin<Done>(project: number, line: Line, work: () => Awaitable<Done>): Awaitable<Done> {
    running += 1;
    line.running += 1;
    const beganAt = now();
    let isDone = true;
    try {
      const done = work();
      if (!(done instanceof Promise)) return done;
      isDone = false;
      return done.finally(() => end(project, line));
    } finally {
      if (isDone) endAtOnce(project, line, beganAt);
    }
  }

  const waitFor = <Done>(project: number, line: Line, signal: AbortSignal, work: () => Awaitable<Done>): Promise<Done> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        line.waiting.delete(waiting);
        waitingCount -= 1;
        signal.removeEventListener('abort', gone);
      };
      const gone = (): void => {
        leave();
        if (line.running === 0 && line.waiting.size === 0) lines.delete(project);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        begin: () => {
          leave();
          try {
            resolve(begin(project, line, work));
          } catch (error) {
            reject(error as Error);
          }
        },
      };
      line.waiting.add(waiting);
      waitingCount += 1;
      signal.addEventListener('abort', gone);
    });

  function refusal(project: number): Failure | null {
    const line = lines.get(project);
    if (line === undefined) return null;
    const { waiting, paceMilliseconds } = line;
    const wait = waiting.size * (paceMilliseconds ?? 0);
    const isFull = waiting.size >= mostWaiting || wait > longestWaitMilliseconds;
    return isFull ? fail('unavailable', { seconds: retrySeconds }) : null;
  }

  return {
    projectCount: () => lines.size,
    runningCount: () => running,
    waitingCount: () => waitingCount,
    /** Returns at once what neither waits for its turn nor takes time. */
    run<Done>(project: number, signal: AbortSignal, work: () => Awaitable<Done>): Awaitable<Done> {
      signal.throwIfAborted();
      const refused = refusal(project);
      if (refused !== null) throw refused;
      const line = lineOf(project);
      const isFree = !isTurnOver() && waitingCount === 0 && running < atOnce && line.running < atOnceOfProject;
      if (isFree) return begin(project, line, work);
      const done = waitFor(project, line, signal, work);
      beginNext();
      return done;
    },
  };
}
