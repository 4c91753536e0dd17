import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RewriteMessage, Rewritten, RewriteTask } from './rewrite.ts';

const program = fileURLToPath(new URL('rewrite-process.ts', import.meta.url));

/** Rewrites generations in processes of their own, so that neither their memory nor their work is the server's. */
export class Rewriter {
  readonly #running = new Set<ChildProcess>();

  rewrite(task: RewriteTask): Promise<Rewritten> {
    return new Promise((resolve, reject) => {
      const child = fork(program, { execArgv: [] });
      let said: RewriteMessage | null = null;
      this.#running.add(child);
      child.on('message', (message: RewriteMessage) => {
        said = message;
      });
      child.on('error', reject);
      child.on('exit', (code, reason) => {
        this.#running.delete(child);
        if (said === null) reject(new Error(`The rewriting process ended without a result (${reason ?? code}).`));
        else if ('rewritten' in said) resolve(said.rewritten);
        else reject(new Error(said.failure));
      });
      child.send(task);
    });
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}
