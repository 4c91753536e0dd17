import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InOrder } from '#process-kit/in-order.ts';
import { checksumOf } from '#process-kit/durable-files.ts';
import type { ChangedGeneration } from '#engine/index/files/generation-files.ts';
import { ForkedWork, type WorkProgress } from '#process-kit/forked-work.ts';
import type { ItemChange } from '#engine/port.ts';
import { type Asked, answerOver, parentLine } from '#process-kit/channel.ts';
import { type ChangeResult, changesSince, OpenChanges } from './generation-changes.ts';
import { changesWhileBuilding, type LiveMerge } from './merge-live.ts';
import type { Rewritten, RewriteTask } from './rewrite.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

type GenerationTask =
  | {
      readonly kind: 'change';
      readonly generation: ChangedGeneration;
      readonly changes: readonly ItemChange[];
      readonly known: readonly number[];
    }
  | { readonly kind: 'state'; readonly generation: ChangedGeneration }
  | { readonly kind: 'carry'; readonly generation: ChangedGeneration; readonly upTo: number; readonly to: ChangedGeneration }
  | { readonly kind: 'merge'; readonly merge: LiveMerge; readonly to: ChangedGeneration }
  | { readonly kind: 'close'; readonly generation: ChangedGeneration };

interface VerifyTask {
  readonly kind: 'verify';
  readonly file: string;
  readonly checksum: number;
}

export type ChangeTask =
  | GenerationTask
  | VerifyTask
  /** Forked here because this process is small: a fork of the server holds up all calls while its memory is mapped. */
  | (RewriteTask & { readonly kind: 'rewrite' });

export type ChangeTaskResult = ChangeResult | Rewritten | boolean | null;

const open = new OpenChanges(Number(process.argv[2]));

async function merge(merging: LiveMerge, to: ChangedGeneration): Promise<void> {
  for (const changes of changesWhileBuilding(merging)) {
    if (changes.length > 0) {
      await open.with(to, (own) => own.change(changes));
      crashPoint('merge:batchCarried');
    }
    await nextTurn();
  }
}

async function run(task: GenerationTask): Promise<ChangeResult | null> {
  switch (task.kind) {
    case 'change':
      return open.with(task.generation, (own) => {
        const changed = own.change(task.changes);
        return { outcomes: changed.outcomes, state: own.stateAfter(changed, task.known) };
      });
    case 'state':
      return open.with(task.generation, (own) => ({ outcomes: [], state: own.state(), problems: own.problems }));
    case 'carry': {
      const later = changesSince(task.generation, task.upTo);
      if (later.length > 0) await open.with(task.to, (own) => own.change(later));
      return null;
    }
    case 'merge':
      await merge(task.merge, task.to);
      return null;
    case 'close':
      await open.close(task.generation);
      return null;
  }
}

const rewriter = new ForkedWork<RewriteTask, Rewritten>(fileURLToPath(new URL('rewrite-process.ts', import.meta.url)));
const turns = new InOrder();

// Without the server nobody would ask.
process.on('disconnect', () => {
  void rewriter.close().finally(() => process.exit(0));
});
// A terminal sends Ctrl-C to every process; the server decides when this one ends.
process.on('SIGINT', () => undefined);

answerOver(parentLine(), (task: ChangeTask, { tell, signal }: Asked<WorkProgress>): Promise<ChangeTaskResult> => {
  if (task.kind === 'verify') return checksumOf(task.file).then((checksum) => checksum === task.checksum);
  if (task.kind === 'rewrite') {
    const onProgress = (builtCount: number, totalCount: number): void => tell({ builtCount, totalCount });
    return rewriter.run(task, { signal, onProgress });
  }
  // Another collection never waits for this one.
  return turns.run('to' in task ? task.to.folder : task.generation.folder, () => run(task));
});
