import { answerWork } from '#process-kit/work-process.ts';
import { copyLive } from './recreate.ts';

answerWork(copyLive);
