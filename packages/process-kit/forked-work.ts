import { runInProcess, answerOneTask } from './one-task.ts';

export interface WorkProgress {
  readonly builtCount: number;
  readonly totalCount: number;
}

interface WorkWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (builtCount: number, totalCount: number) => void;
}

/** Does work on whole generations in processes of their own, so that neither their memory nor their work is the server's. */
export class ForkedWork<Task extends object, Result> {
  readonly #program: string;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** `program` is a file that calls `answerWork`. */
  constructor(program: string) {
    this.#program = program;
  }

  async run(task: Task, { signal, onProgress }: WorkWatch = {}): Promise<Result> {
    const ends = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
    const running = runInProcess<Task, Result, WorkProgress>(this.#program, task, {
      signal: AbortSignal.any(ends),
      onNotice: ({ builtCount, totalCount }) => onProgress?.(builtCount, totalCount),
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends what runs. Once this returns, none of it writes any more. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine is closed.'));
    await Promise.allSettled(this.#running);
  }
}

const progressMs = 200;

export function answerWork<Task, Result>(
  work: (task: Task, onProgress: (builtCount: number, totalCount: number) => void) => Promise<Result>,
): void {
  answerOneTask<Task, WorkProgress>((task, { tell }) => {
    let toldAt = -progressMs;
    return work(task, (builtCount, totalCount) => {
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      tell({ builtCount, totalCount });
    });
  });
}
