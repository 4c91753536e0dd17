import { fileURLToPath } from 'node:url';
import type { ItemChange } from '#engine/port.ts';
import { ForkedWork } from '#engine/forked-work.ts';
import { changesWhileBuilding, type LiveMerge } from './merge-live.ts';
import { type ChangedGeneration, changesSince, GenerationChanges } from './generation-changes.ts';
import type { Rewritten, RewriteTask } from './rewrite.ts';

/** What the serving process asks this one to do, one after the other. */
export type ChangeTask =
  | { readonly kind: 'change'; readonly generation: ChangedGeneration; readonly changes: readonly ItemChange[] }
  | { readonly kind: 'state'; readonly generation: ChangedGeneration }
  /** Brings what was changed in one generation after `upTo` into the one that was rewritten from it. */
  | { readonly kind: 'carry'; readonly generation: ChangedGeneration; readonly upTo: number; readonly to: ChangedGeneration }
  | { readonly kind: 'merge'; readonly merge: LiveMerge; readonly to: ChangedGeneration }
  /** Lets go of the generation's files. */
  | { readonly kind: 'close'; readonly generation: ChangedGeneration };

/** Every request gets one answer with its number. */
export interface ChangeRequest {
  readonly number: number;
  readonly task: ChangeTask | RewriteRequest | CancelRequest;
}

/**
 * Begins at once, in a process of its own. It is started from here because this process is small: starting one from the server
 * would hold up all calls while its memory is mapped a second time.
 */
export type RewriteRequest = RewriteTask & { readonly kind: 'rewrite' };
/** Ends the rewriting that was asked for under that number. It has no answer of its own. */
interface CancelRequest {
  readonly kind: 'cancel';
  readonly rewrite: number;
}

export type ChangeAnswer = { readonly number: number } & (
  | { readonly kind: 'done'; readonly result: ReturnType<GenerationChanges['change']> }
  | { readonly kind: 'rewritten'; readonly result: Rewritten }
  /** Not an answer yet: how many items a rewriting has built. */
  | { readonly kind: 'progress'; readonly builtCount: number; readonly totalCount: number }
  | { readonly kind: 'failed'; readonly message: string }
);

const open = new Map<string, Promise<GenerationChanges>>();

async function opened(generation: ChangedGeneration): Promise<GenerationChanges> {
  const known = open.get(generation.folder);
  if (known !== undefined) return known;
  const opening = GenerationChanges.open(generation);
  open.set(generation.folder, opening);
  return opening.catch((error: unknown) => {
    open.delete(generation.folder);
    throw error;
  });
}

const nothing: ReturnType<GenerationChanges['change']> = {
  outcomes: [],
  state: { segments: [], ranks: new Float64Array(0), dead: [], patches: [], patched: [], newest: 0 },
};

async function close({ folder }: ChangedGeneration): Promise<void> {
  const known = open.get(folder);
  open.delete(folder);
  (await known)?.close();
}

async function run(task: ChangeTask): Promise<ReturnType<GenerationChanges['change']>> {
  if (task.kind === 'close') {
    await close(task.generation);
    return nothing;
  }
  if (task.kind === 'carry') {
    const later = changesSince(task.generation, task.upTo);
    return later.length === 0 ? nothing : run({ kind: 'change', generation: task.to, changes: later });
  }
  if (task.kind === 'merge') {
    for (const changes of changesWhileBuilding(task.merge)) await run({ kind: 'change', generation: task.to, changes });
    return nothing;
  }
  const own = await opened(task.generation);
  try {
    return task.kind === 'change' ? own.change(task.changes) : { outcomes: [], state: own.state() };
  } catch (error) {
    // What the index lacks, the log may have: the next request reads it anew.
    await close(task.generation);
    throw error;
  }
}

const rewriter = new ForkedWork<RewriteTask, Rewritten>(fileURLToPath(new URL('rewrite-process.ts', import.meta.url)));
const cancels = new Map<number, AbortController>();

async function rewrite(number: number, task: RewriteTask): Promise<ChangeAnswer> {
  const cancel = new AbortController();
  cancels.set(number, cancel);
  const onProgress = (builtCount: number, totalCount: number): void => tell({ number, kind: 'progress', builtCount, totalCount });
  try {
    return { number, kind: 'rewritten', result: await rewriter.run(task, { signal: cancel.signal, onProgress }) };
  } finally {
    cancels.delete(number);
  }
}

/** A server that is gone hears nothing; the log has what it will ask for. */
function tell(message: ChangeAnswer): void {
  process.send?.(message, () => undefined);
}

// Without the server nobody would ask.
process.on('disconnect', () => {
  void rewriter.close().finally(() => process.exit(0));
});
// A terminal sends Ctrl-C to every process; the server decides when this one ends.
process.on('SIGINT', () => undefined);

let last: Promise<void> = Promise.resolve();

async function answer(number: number, work: Promise<ChangeAnswer>): Promise<void> {
  tell(
    await work.catch((error: unknown): ChangeAnswer => {
      return { number, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }),
  );
}

process.on('message', ({ number, task }: ChangeRequest) => {
  if (task.kind === 'cancel') cancels.get(task.rewrite)?.abort();
  else if (task.kind === 'rewrite') void answer(number, rewrite(number, task));
  else
    last = last.then(() =>
      answer(
        number,
        run(task).then((result) => ({ number, kind: 'done', result })),
      ),
    );
});
