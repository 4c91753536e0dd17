import type { GenerationParts } from '#engine/search/generation/generation-parts.ts';
import type { ServedGeneration } from './served-generation.ts';
import { SearchThread, threadProgram } from './search-thread.ts';
import { ThreadedGeneration } from './threaded-generation.ts';

export class SearchThreads {
  readonly #count: number;
  readonly #onLost: (error: Error) => void;
  readonly #program: URL;
  #threads: readonly SearchThread[] = [];
  #opened = 0;

  /** When a thread ends by itself, all that was opened is lost: `onLost` has to forget it. */
  constructor(count: number, onLost: (error: Error) => void, program = threadProgram) {
    this.#count = count;
    this.#onLost = onLost;
    this.#program = program;
  }

  async open(parts: GenerationParts): Promise<ServedGeneration> {
    if (this.#threads.length === 0) this.#start();
    const generation = new ThreadedGeneration((this.#opened += 1), parts, this.#threads);
    await generation.open(parts);
    return generation;
  }

  #start(): void {
    const onLost = (lost: SearchThread, error: Error): void => this.#lose(lost, error);
    this.#threads = Array.from({ length: this.#count }, () => new SearchThread(this.#program, onLost));
  }

  #lose(lost: SearchThread, error: Error): void {
    if (!this.#threads.includes(lost)) return;
    const others = this.#threads.filter((thread) => thread !== lost);
    this.#threads = [];
    this.#onLost(error);
    for (const thread of others) void thread.end();
  }

  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.end()));
  }
}
