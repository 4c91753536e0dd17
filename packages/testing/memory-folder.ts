import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const sharedMemory = '/dev/shm';

/** `/dev/shm` where it exists: faster, and fine for tests that survive no power cut. */
export const memoryFolder = (name: string): string =>
  mkdtempSync(path.join(existsSync(sharedMemory) ? sharedMemory : tmpdir(), `aisle-${name}-`));
