import { Worker } from 'node:worker_threads';
import { youngThreadMegabytes } from '#engine/index/limits.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { Channel } from '#process-kit/channel.ts';
import { threadLine } from '#process-kit/line.ts';
import type { ThreadResult, ThreadTask } from './messages.ts';

export const threadProgram = new URL('thread-program.ts', import.meta.url);

/** One thread that searches, as seen from the one that asks. */
export class SearchThread {
  readonly #channel: Channel<ThreadTask, ThreadResult>;
  #isEnding = false;

  /** `onLost` is told when the thread ends by itself. */
  constructor(program: URL, onLost: (thread: SearchThread, error: Error) => void) {
    const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: youngThreadMegabytes } });
    this.#channel = new Channel(threadLine(worker), {
      lost: (reason) => new SearchDownError(reason.message),
      onEnd: (reason) => this.#isEnding || onLost(this, reason),
    });
  }

  get waitingCount(): number {
    return this.#channel.waitingCount;
  }

  /** Tasks begin in the order in which they come. Rejects with `SearchDownError` when the thread is lost. */
  run(task: ThreadTask): Promise<ThreadResult> {
    return this.#channel.ask(task);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.run({ kind: 'end' }).catch(() => null);
    await this.#channel.ended();
  }
}
