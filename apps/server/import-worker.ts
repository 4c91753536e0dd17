import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { ImportTask } from '#features/data/imports/server/imports.task.ts';
import { answerOneTask } from '#process-kit/one-task.ts';
import type { ImportNotice } from '#apps/server/fork-import.ts';

answerOneTask<ImportTask, ImportNotice>((task, { tell }) =>
  runImport(task, {
    progress: (progress) => tell({ progress }),
    problems: (problems) => tell({ problems }),
    waiting: (isWaiting) => tell({ isWaiting }),
    samples: (samples) => tell({ samples }),
  }),
);
