import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChangedGeneration } from '#engine/index/files/generation-files.ts';
import { closeChangesAfterMs } from '#engine/index/limits.ts';
import type { WorkProgress } from '#process-kit/forked-work.ts';
import type { ItemChange, RecreateWatch } from '#engine/port.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { Channel, childLine } from '#process-kit/channel.ts';
import type { ChangeTask, ChangeTaskResult } from './change-process.ts';
import type { ChangeResult } from './generation-changes.ts';
import type { LiveMerge } from './merge-live.ts';
import type { Rewritten, RewriteTask } from './rewrite.ts';

const program = fileURLToPath(new URL('change-process.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly channel: Channel<ChangeTask, ChangeTaskResult, WorkProgress>;
}

/** A process of its own, so that neither analysis nor a slow disk holds up a search. */
export class ChangeWriter {
  readonly #idleMs: number;
  #running: Running | null = null;

  constructor(idleMs = closeChangesAfterMs) {
    this.#idleMs = idleMs;
  }

  change(generation: ChangedGeneration, changes: readonly ItemChange[], known: readonly number[]): Promise<ChangeResult> {
    return this.#channel().ask({ kind: 'change', generation, changes, known });
  }

  state(generation: ChangedGeneration): Promise<ChangeResult> {
    return this.#channel().ask({ kind: 'state', generation });
  }

  async rewrite(task: RewriteTask, { signal, onProgress }: RecreateWatch = {}): Promise<Rewritten> {
    const onNotice = ({ builtCount, totalCount }: WorkProgress): void => onProgress?.(builtCount, totalCount);
    try {
      return await this.#channel().ask({ ...task, kind: 'rewrite' }, { signal, onNotice });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  async carry(generation: ChangedGeneration, upTo: number, to: ChangedGeneration): Promise<void> {
    await this.#channel().ask({ kind: 'carry', generation, upTo, to });
  }

  async merge(merge: LiveMerge, to: ChangedGeneration): Promise<void> {
    await this.#channel().ask({ kind: 'merge', merge, to });
  }

  verify(file: string, checksum: number): Promise<boolean> {
    return this.#channel().ask({ kind: 'verify', file, checksum });
  }

  async release(generation: ChangedGeneration): Promise<void> {
    await this.#running?.channel.ask({ kind: 'close', generation });
  }

  #channel(): Running['channel'] {
    this.#running ??= this.#start();
    return this.#running.channel;
  }

  /** If it ends, the next request starts another one, which finds everything acknowledged in the log. */
  #start(): Running {
    const child = fork(program, [String(this.#idleMs)], { execArgv: [], serialization: 'advanced' });
    const running: Running = {
      child,
      channel: new Channel(childLine(child), {
        lost: ({ message }) => new SearchDownError(`The process that changes items was lost. ${message}`),
        onEnd: () => {
          if (this.#running === running) this.#running = null;
        },
      }),
    };
    return running;
  }

  /** The process closes its files by ending. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null || running.channel.isOver) return;
    if (running.child.connected) running.child.disconnect();
    await running.channel.ended();
  }
}
