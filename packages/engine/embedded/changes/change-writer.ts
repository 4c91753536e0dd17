import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ItemChange } from '#engine/port.ts';
import type { ChangeAnswer, ChangeRequest } from './change-process.ts';
import type { LiveMerge } from './merge-live.ts';
import type { ChangedGeneration, GenerationChanges } from './generation-changes.ts';
import type { Rewritten, RewriteTask } from './rewrite.ts';

const program = fileURLToPath(new URL('change-process.ts', import.meta.url));

type Result = ReturnType<GenerationChanges['change']>;
type Done = Exclude<ChangeAnswer, { kind: 'failed' }>;

interface Waiting {
  readonly resolve: (answer: Done) => void;
  readonly reject: (error: Error) => void;
}

/** Changes generations in a process of its own: neither the analysis of items nor a slow disk holds up a search. */
export class ChangeWriter {
  #process: ChildProcess | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();

  async change(generation: ChangedGeneration, changes: readonly ItemChange[]): Promise<Result> {
    return (await this.#ask({ kind: 'change', generation, changes })).result as Result;
  }

  /** What was changed since the build. */
  async state(generation: ChangedGeneration): Promise<Result> {
    return (await this.#ask({ kind: 'state', generation })).result as Result;
  }

  /** Builds a generation of what another one and its changes hold by now, while other requests are served. */
  async rewrite(task: RewriteTask): Promise<Rewritten> {
    return (await this.#ask({ ...task, kind: 'rewrite' })).result as Rewritten;
  }

  /** Brings what was changed in one generation after `upTo` into the one that was rewritten from it. */
  async carry(generation: ChangedGeneration, upTo: number, to: ChangedGeneration): Promise<void> {
    await this.#ask({ kind: 'carry', generation, upTo, to });
  }

  /** Brings what has become of the live items since the build of a source began into what it has built. */
  async merge(merge: LiveMerge, to: ChangedGeneration): Promise<void> {
    await this.#ask({ kind: 'merge', merge, to });
  }

  /** Lets go of the generation's files. */
  async release(generation: ChangedGeneration): Promise<void> {
    if (this.#process !== null) await this.#ask({ kind: 'close', generation });
  }

  #ask(task: ChangeRequest['task']): Promise<Done> {
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#running().send({ number, task } satisfies ChangeRequest);
    });
  }

  #running(): ChildProcess {
    const child = this.#process ?? this.#start();
    child.ref();
    child.channel?.ref();
    return child;
  }

  #start(): ChildProcess {
    const child = fork(program, { execArgv: [], serialization: 'advanced' });
    child.on('message', (answer: ChangeAnswer) => this.#settle(answer));
    child.on('error', (error) => this.#fail(child, error));
    child.on('exit', () => this.#fail(child, new Error('The process that writes changes ended.')));
    this.#process = child;
    return child;
  }

  #settle(answer: ChangeAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    // An idle process doesn't keep this one alive.
    if (this.#waiting.size === 0) {
      this.#process?.unref();
      this.#process?.channel?.unref();
    }
    if (answer.kind === 'failed') waiting?.reject(new Error(answer.message));
    else waiting?.resolve(answer);
  }

  /** The next request starts another process, which finds everything acknowledged in the log. */
  #fail(child: ChildProcess, error: Error): void {
    if (this.#process !== child) return;
    this.#process = null;
    this.#rejectAll(error);
  }

  #rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  /** The process closes its files by ending: all that was acknowledged is on disk. */
  async close(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.disconnect();
    await ended;
    this.#rejectAll(new Error('The engine is closed.'));
  }
}
