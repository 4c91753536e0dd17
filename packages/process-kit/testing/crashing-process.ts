import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { Channel, childLine } from '#process-kit/channel.ts';
import { crashLine, crashVariable, type CrashPoint } from '#process-kit/crash-point.ts';

/** A point that isn't reached by then is never reached. */
const reachedMs = 30_000;

/** Ends once the process has, with all that it has started. Rejects when that takes too long, or when it was killed elsewhere. */
export async function crashAt(name: CrashPoint, ended: Promise<unknown>, output: () => string): Promise<void> {
  const never = new Error(`${name} is never reached:\n${output()}`);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, reachedMs, never);
  await Promise.race([ended, late]).finally(() => clearTimeout(timer));
  if (!output().includes(crashLine(name))) throw new Error(`The process ended elsewhere than at ${name}:\n${output()}`);
}

interface Running<Task, Result> {
  readonly child: ChildProcess;
  readonly channel: Channel<Task, Result>;
  /** When nobody can write into what it says any more: what the process has started is over, too. */
  readonly ended: Promise<unknown>;
}

/** A program that answers over its line until nobody listens, and that is killed at points and started again. It starts when it is asked. */
export class CrashingProcess<Task extends object, Result> {
  readonly #program: string;
  readonly #place: string;
  readonly #file: string;
  #running: Running<Task, Result> | null = null;
  #output = '';

  /** The program is told its place. `file` names the points. */
  constructor(program: string, place: string, file: string) {
    this.#program = program;
    this.#place = place;
    this.#file = file;
  }

  #start(): Running<Task, Result> {
    this.#output = '';
    const child = fork(this.#program, [this.#place], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, [crashVariable]: this.#file },
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    return { child, channel: new Channel<Task, Result>(childLine(child)), ended: once(child.stderr!, 'close') };
  }

  ask<Answer extends Result = Result>(task: Task): Promise<Answer> {
    return this.#alive().channel.ask<Answer>(task);
  }

  #alive(): Running<Task, Result> {
    if (this.#running === null || this.#running.channel.isOver) this.#running = this.#start();
    return this.#running;
  }

  /** Asks, and comes back when that has killed the process at the point. */
  async crashAt(name: CrashPoint, task: Task): Promise<void> {
    writeFileSync(this.#file, name);
    const running = this.#alive();
    running.channel.ask(task).catch(() => null);
    await crashAt(name, running.ended, () => this.#output);
    this.#running = null;
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.child.disconnect();
    await running.ended;
  }
}
