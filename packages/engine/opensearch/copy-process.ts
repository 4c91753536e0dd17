import { answerWork } from '#engine/work-process.ts';
import { copyLive } from './recreate.ts';

answerWork(copyLive);
