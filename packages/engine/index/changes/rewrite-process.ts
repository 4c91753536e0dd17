import { answerWork } from '#process-kit/forked-work.ts';
import { rewriteGeneration } from './rewrite.ts';

answerWork(rewriteGeneration);
