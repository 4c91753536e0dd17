import { answerWork } from '#engine/work-process.ts';
import { rewriteGeneration } from './rewrite.ts';

answerWork(rewriteGeneration);
