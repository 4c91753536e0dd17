import { ofWorker } from './worker-end.ts';

ofWorker.beforeAll(() => undefined);
