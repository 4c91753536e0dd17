import { answerOneTask } from '#process-kit/one-task.ts';
import { answering } from './answering.ts';

answerOneTask(({ task }: { readonly task: string }, { tell, ask }) =>
  Promise.resolve(answering(task, { tell, signal: new AbortController().signal }, ask as (question: string) => Promise<unknown>)),
);
