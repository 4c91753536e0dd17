import { Worker } from 'node:worker_threads';
import { SearchDownError } from '#engine/port-errors.ts';
import { youngThreadMegabytes } from '#engine/embedded/limits.ts';
import type { ThreadAnswer, ThreadRequest, ThreadResult, ThreadTask } from './messages.ts';

/** What search threads run. */
export const threadProgram = new URL('thread-program.ts', import.meta.url);

interface Waiting {
  readonly resolve: (result: ThreadResult) => void;
  readonly reject: (error: Error) => void;
}

/** One thread that searches, as seen from the one that asks. */
export class SearchThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #asked = 0;
  #isEnding = false;
  #isOver = false;

  /** `onLost` is told when the thread ends by itself. */
  constructor(program: URL, onLost: (thread: SearchThread, error: Error) => void) {
    this.#worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: youngThreadMegabytes } });
    let failure = new Error('A search thread ended.');
    this.#worker.unref();
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error: Error) => (failure = error));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.values()) reject(new SearchDownError(failure.message));
        this.#waiting.clear();
        if (!this.#isEnding) onLost(this, failure);
        resolve();
      });
    });
  }

  /** How many tasks it has not answered yet. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Tasks begin in the order in which they come. Rejects with `SearchDownError` when the thread is lost. */
  run(task: ThreadTask): Promise<ThreadResult> {
    if (this.#isOver) return Promise.reject(new SearchDownError('The search thread has ended.'));
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      // An idle thread doesn't keep the process alive.
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, task } satisfies ThreadRequest);
    });
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in answer) waiting?.reject(new Error(answer.failure));
    else waiting?.resolve(answer.result);
  }

  /** Closes what it has open and ends it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.run({ kind: 'end' }).catch(() => null);
    this.#worker.ref();
    await this.#ended;
  }
}
