import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
/** What tests leave for a while are a few hundred megabytes; containers often have 64 there. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Environment of test processes whose temporary files are kept in memory, and what removes those. Nothing of a test outlives it, so
 * nobody need wait for a disk. Where memory has no room, files go where they go otherwise.
 */
export function inMemory() {
  if (!hasRoom()) return { env: {}, remove: () => {} };
  const folder = mkdtempSync(path.join(memory, 'aisle-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return { env: { TMPDIR: folder }, remove };
}

/** A new folder for what nobody needs after the tests: in memory where that has room. */
export const shortLivedFolder = (name) => mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), `aisle-${name}-`));

function hasRoom() {
  if (tmpdir().startsWith(memory)) return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
