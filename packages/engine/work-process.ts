import { setPriority } from 'node:os';
import type { WorkMessage } from '#engine/forked-work.ts';

/** Searches and changes come first when a core has both. */
const backgroundPriority = 10;
const progressMs = 200;

/** Makes this process do one piece of work for the server that has started it. */
export function answerWork<Task, Result>(
  work: (task: Task, onProgress: (builtCount: number, totalCount: number) => void) => Promise<Result>,
): void {
  // Without the server nobody would publish what is built.
  process.on('disconnect', () => process.exit(1));
  // A terminal sends Ctrl-C to every process; the server decides when this one ends.
  process.on('SIGINT', () => undefined);

  process.once('message', (task: Task) => {
    setPriority(backgroundPriority);
    let toldAt = 0;
    const tell = (builtCount: number, totalCount: number): void => {
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      process.send?.({ builtCount, totalCount } satisfies WorkMessage<Result>);
    };
    work(task, tell).then(
      (result) => process.send?.({ result } satisfies WorkMessage<Result>, () => process.exit(0)),
      (error: unknown) => process.send?.({ failure: String(error) } satisfies WorkMessage<Result>, () => process.exit(1)),
    );
  });
}
