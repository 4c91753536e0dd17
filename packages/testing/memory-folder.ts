import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const sharedMemory = '/dev/shm';

/** A new folder in memory where the system has such a place: for tests that write much and never cut off the machine's power. */
export const memoryFolder = (name: string): string =>
  mkdtempSync(path.join(existsSync(sharedMemory) ? sharedMemory : tmpdir(), `aisle-${name}-`));
