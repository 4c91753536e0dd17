import { runAvailability } from '#features/data/schedules/server/availability.run.ts';
import type { AvailabilityChange, AvailabilityTask } from '#features/data/schedules/server/availability.run.ts';
import { answerOneTask } from '#process-kit/one-task.ts';

answerOneTask<AvailabilityTask, never, readonly AvailabilityChange[]>((task, { ask }) => {
  const apply = async (changes: readonly AvailabilityChange[]): Promise<void> => void (await ask(changes));
  return runAvailability(task, apply, new AbortController().signal);
});
