import { answerWork } from '#engine/processes/work-process.ts';
import { rewriteGeneration } from './rewrite.ts';

answerWork(rewriteGeneration);
