import { Worker } from 'node:worker_threads';
import type { ItemChange } from '#engine/port.ts';
import type { ChangeAnswer, ChangeRequest, ChangeTask } from './change-thread.ts';
import type { ChangedGeneration, GenerationChanges } from './generation-changes.ts';

type Result = ReturnType<GenerationChanges['change']>;

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** Changes generations in a thread of its own: neither the analysis of items nor a slow disk holds up a search. */
export class ChangeWriter {
  #thread: Worker | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();

  change(generation: ChangedGeneration, changes: readonly ItemChange[]): Promise<Result> {
    return this.#ask({ kind: 'change', generation, changes });
  }

  /** What was changed since the build. */
  state(generation: ChangedGeneration): Promise<Result> {
    return this.#ask({ kind: 'state', generation });
  }

  /** Brings what was changed in one generation after `upTo` into the one that was rewritten from it. */
  async carry(generation: ChangedGeneration, upTo: number, to: ChangedGeneration): Promise<void> {
    await this.#ask({ kind: 'carry', generation, upTo, to });
  }

  /** Lets go of the generation's files. */
  async release(generation: ChangedGeneration): Promise<void> {
    if (this.#thread !== null) await this.#ask({ kind: 'close', generation });
  }

  #ask(task: ChangeTask): Promise<Result> {
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#running().postMessage({ number, task } satisfies ChangeRequest);
    });
  }

  #running(): Worker {
    if (this.#thread !== null) {
      this.#thread.ref();
      return this.#thread;
    }
    const thread = new Worker(new URL('change-thread.ts', import.meta.url));
    thread.on('message', (answer: ChangeAnswer) => this.#settle(answer));
    thread.on('error', (error) => this.#fail(thread, error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => this.#fail(thread, new Error('The thread that writes changes ended.')));
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ChangeAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    // An idle thread doesn't keep the process alive.
    if (this.#waiting.size === 0) this.#thread?.unref();
    if (answer.kind === 'done') waiting?.resolve(answer.result);
    else waiting?.reject(new Error(answer.message));
  }

  /** The next request starts another thread, which finds everything acknowledged in the log. */
  #fail(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}
