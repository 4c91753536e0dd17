import { answerWork } from '#process-kit/work-process.ts';
import { rewriteGeneration } from './rewrite.ts';

answerWork(rewriteGeneration);
