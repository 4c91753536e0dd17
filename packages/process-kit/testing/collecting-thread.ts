import { answerAsCollector } from '#process-kit/collector-aside.ts';
import { openCollecting } from './collecting.ts';

answerAsCollector(openCollecting);
