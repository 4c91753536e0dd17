import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { RecreateWatch } from '#engine/port.ts';

/** What a process that does one piece of work says on its way and at its end. */
export type WorkMessage<Result> =
  | { readonly builtCount: number; readonly totalCount: number }
  | { readonly result: Result }
  | { readonly failure: string };

/** Does work on whole generations in processes of their own, so that neither their memory nor their work is the server's. */
export class ForkedWork<Task extends object, Result> {
  readonly #program: string;
  readonly #running = new Set<ChildProcess>();

  /** `program` is a file that calls `answerWork`. */
  constructor(program: string) {
    this.#program = program;
  }

  run(task: Task, { signal, onProgress }: RecreateWatch = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const child = fork(this.#program, { execArgv: [] });
      let end: Extract<WorkMessage<Result>, { result: Result } | { failure: string }> | null = null;
      const kill = (): void => void child.kill('SIGKILL');
      this.#running.add(child);
      signal?.addEventListener('abort', kill, { once: true });
      child.on('message', (message: WorkMessage<Result>) => {
        if ('builtCount' in message) onProgress?.(message.builtCount, message.totalCount);
        else end = message;
      });
      child.on('error', (error) => {
        this.#running.delete(child);
        reject(error);
      });
      child.on('exit', (code, reason) => {
        this.#running.delete(child);
        signal?.removeEventListener('abort', kill);
        if (signal?.aborted) reject(signal.reason as Error);
        else if (end === null) reject(new Error(`The process that builds ended without a result (${reason ?? code}).`));
        else if ('result' in end) resolve(end.result);
        else reject(new Error(end.failure));
      });
      child.send(task);
      if (signal?.aborted) kill();
    });
  }

  /** Ends what runs. Once this returns, none of it writes any more. */
  async close(): Promise<void> {
    const children = [...this.#running];
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
  }
}
