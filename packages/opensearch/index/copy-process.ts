import { answerWork } from '#engine/processes/work-process.ts';
import { copyLive } from './recreate.ts';

answerWork(copyLive);
