import type { WorkProgress } from './forked-work.ts';
import { answerOneTask } from './one-task.ts';

const progressMs = 200;

export function answerWork<Task, Result>(
  work: (task: Task, onProgress: (builtCount: number, totalCount: number) => void) => Promise<Result>,
): void {
  answerOneTask<Task, WorkProgress>((task, { tell }) => {
    // The first progress is told at once.
    let toldAt = -progressMs;
    return work(task, (builtCount, totalCount) => {
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      tell({ builtCount, totalCount });
    });
  });
}
