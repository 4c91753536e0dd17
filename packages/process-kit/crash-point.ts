import { readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import type { CrashPoint } from './crash-points.ts';

/** Names the file that names the point at which a server is to be killed, in tests only, and may say at which pass of it: `file:written 3`. The file goes with the kill, so it happens once. */
export const crashVariable = 'AISLE_CRASH_FILE';
/** The server, for the processes that it starts. */
const serverVariable = 'AISLE_CRASH_SERVER';
const standardError = 2;

const file = process.env[crashVariable];
if (file !== undefined) process.env[serverVariable] ??= String(process.pid);

export const crashLine = (name: CrashPoint): string => `Killed at ${name}\n`;

/**
 * A place at which work may be cut off: what is on disk here has to be enough to go on from. Does nothing, unless a test named the point:
 * then the server ends as if it was killed, with the process that got here, and the test starts it again and looks.
 */
export function crashPoint(name: CrashPoint): void {
  if (file === undefined) return;
  const [point, passes = '1'] = wanted(file)?.split(' ') ?? [];
  if (point !== name) return;
  if (Number(passes) > 1) return writeFileSync(file, `${name} ${Number(passes) - 1}`);
  unlinkSync(file);
  writeSync(standardError, crashLine(name));
  // The server first: it must not hear of the end of a process that works for it.
  for (const pid of [Number(process.env[serverVariable]), process.pid]) process.kill(pid, 'SIGKILL');
}

/** null where no point is named now. */
function wanted(from: string): string | null {
  try {
    return readFileSync(from, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
