import { readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import type { CrashPoint } from './crash-points.ts';

/** Tests only: a file with the name of the point to kill at, and optionally its pass: `file:written 3`. The kill removes the file. */
export const crashVariable = 'AISLE_CRASH_FILE';
/** The server's process id, for its child processes. */
const serverVariable = 'AISLE_CRASH_SERVER';
const standardError = 2;

const file = process.env[crashVariable];
if (file !== undefined) process.env[serverVariable] ??= String(process.pid);

export const crashLine = (name: CrashPoint): string => `Killed at ${name}\n`;

/**
 * A boundary at which a kill must be recoverable. Does nothing unless a test armed the point: then it kills the server and this process, and
 * the test restarts it.
 */
export function crashPoint(name: CrashPoint): void {
  if (file === undefined) return;
  const [point, passes = '1'] = wanted(file)?.split(' ') ?? [];
  if (point !== name) return;
  if (Number(passes) > 1) return writeFileSync(file, `${name} ${Number(passes) - 1}`);
  unlinkSync(file);
  writeSync(standardError, crashLine(name));
  // The server first, so that it doesn't react to the end of its child.
  for (const pid of [Number(process.env[serverVariable]), process.pid]) process.kill(pid, 'SIGKILL');
}

/** null if no point is armed. */
function wanted(from: string): string | null {
  try {
    return readFileSync(from, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
