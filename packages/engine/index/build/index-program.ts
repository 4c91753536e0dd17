import { answerAsCollector } from '#process-kit/collector-aside.ts';
import { openIndex } from './index-aside.ts';

answerAsCollector(openIndex);
