import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { ImportTask } from '#features/data/imports/server/imports.task.ts';
import { answerOneTask } from '#process-kit/one-task.ts';
import type { ImportNotice } from '#apps/server/fork-import.ts';

answerOneTask<ImportTask, ImportNotice>((task, { tell }) =>
  runImport(task, {
    progress: (progress) => tell({ kind: 'progress', progress }),
    problems: (problems) => tell({ kind: 'problems', problems }),
    waiting: (isWaiting) => tell({ kind: 'waiting', isWaiting }),
    samples: (records) => tell({ kind: 'samples', records }),
  }),
);
