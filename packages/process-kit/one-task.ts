import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { type Asked, Channel, childLine, parentLine } from './channel.ts';

/** Searches and changes have priority on a core. */
const backgroundPriority = 10;
/** Set in tests: at low priority tasks hardly progress on a busy machine. */
export const foregroundVariable = 'AISLE_TASKS_IN_FOREGROUND';

/** On Linux a priority is a thread's own. Without this, garbage collection of a task would compete with searches. */
function runInBackground(): void {
  if (getPriority() >= backgroundPriority) return;
  setPriority(backgroundPriority);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), backgroundPriority);
}

interface RunOptions<Notice> {
  /** Kills the process. */
  readonly signal?: AbortSignal | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  readonly answer?: (task: never) => unknown;
  readonly fork?: ForkOptions;
  readonly onStart?: (child: ChildProcess) => void;
  /** A user waits, so run at normal priority. */
  readonly isAwaited?: boolean;
}

/** Runs one task in its own process. Its program calls `answerOneTask`. */
export async function runInProcess<Task extends object, Result, Notice = never>(
  program: string,
  task: Task,
  { signal, onNotice, answer, fork: options, onStart, isAwaited = false }: RunOptions<Notice> = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const env = isAwaited && { env: { ...process.env, [foregroundVariable]: 'yes' } };
  const child = fork(program, { execArgv: [], serialization: 'advanced', ...env, ...options });
  onStart?.(child);
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const lost = ({ message }: Error): Error => new Error(`The work ended without a result. ${message}`);
  const channel = new Channel<Task, Result, Notice>(childLine(child), { lost, ...(answer !== undefined && { answer }) });
  try {
    const result = await channel.ask(task, { onNotice });
    // Exits when the parent disconnects.
    if (child.connected) child.disconnect();
    await channel.ended();
    return result;
  } catch (error) {
    kill();
    await channel.ended();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

export interface Parent<Notice, Question> {
  readonly tell: (notice: Notice) => void;
  /** Resolves when the parent has answered. */
  readonly ask: (question: Question) => Promise<unknown>;
}

/** Runs the parent's task; the parent ends this process. */
export function answerOneTask<Task, Notice = never, Question = never>(
  work: (task: Task, parent: Parent<Notice, Question>) => Promise<unknown>,
): void {
  // Without the server nobody would publish the build.
  process.on('disconnect', () => process.exit(1));
  // A terminal sends Ctrl-C to all processes; the server decides when this one ends.
  process.on('SIGINT', () => undefined);
  const channel: Channel<Question, unknown> = new Channel(parentLine(), {
    answer: (task: Task, { tell }: Asked<Notice>) => {
      if (process.env[foregroundVariable] === undefined) runInBackground();
      return work(task, { tell, ask: (question) => channel.ask(question) });
    },
  });
}
