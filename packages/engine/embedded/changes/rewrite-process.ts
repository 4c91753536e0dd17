import { setPriority } from 'node:os';
import { type RewriteMessage, type RewriteTask, rewriteGeneration } from './rewrite.ts';

/** Searches and changes come first when a core has both. */
const backgroundPriority = 10;

// Without the server nobody would publish what is built.
process.on('disconnect', () => process.exit(1));
// A terminal sends Ctrl-C to every process; the server decides when this one ends.
process.on('SIGINT', () => undefined);

process.once('message', (task: RewriteTask) => {
  setPriority(backgroundPriority);
  rewriteGeneration(task).then(
    (rewritten) => process.send?.({ rewritten } satisfies RewriteMessage, () => process.exit(0)),
    (error: unknown) => process.send?.({ failure: String(error) } satisfies RewriteMessage, () => process.exit(1)),
  );
});
