import { parentPort } from 'node:worker_threads';
import type { ItemChange } from '#engine/port.ts';
import { type ChangedGeneration, GenerationChanges } from './generation-changes.ts';

/** What the serving thread asks this one to do; every request gets one answer with its number. */
export interface ChangeRequest {
  readonly number: number;
  readonly generation: ChangedGeneration;
  /** null asks for the state only. */
  readonly changes: readonly ItemChange[] | null;
  /** Lets go of the generation instead. */
  readonly isClosing: boolean;
}

export type ChangeAnswer = { readonly number: number } & (
  | { readonly kind: 'done'; readonly result: ReturnType<GenerationChanges['change']> }
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

async function run({ generation, changes, isClosing }: ChangeRequest): Promise<ReturnType<GenerationChanges['change']>> {
  if (isClosing) {
    const known = open.get(generation.folder);
    open.delete(generation.folder);
    (await known)?.close();
    return { outcomes: [], state: { segments: [], ranks: new Float64Array(0), dead: [] } };
  }
  const own = await opened(generation);
  try {
    return changes === null ? { outcomes: [], state: own.state() } : own.change(changes);
  } catch (error) {
    // What the index lacks, the log may have: the next request reads it anew.
    open.delete(generation.folder);
    own.close();
    throw error;
  }
}

let last: Promise<void> = Promise.resolve();

async function answer(request: ChangeRequest): Promise<void> {
  const { number } = request;
  const reply: ChangeAnswer = await run(request).then(
    (result) => ({ number, kind: 'done', result }),
    (error: unknown) => ({ number, kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (request: ChangeRequest) => {
  last = last.then(() => answer(request));
});
