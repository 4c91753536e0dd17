/** Says which point ends the process, in tests only; `publish:afterPointer@3` ends it the third time that the point is reached. */
export const crashVariable = 'AISLE_CRASH_AT';

const [wanted, nth = '1'] = (process.env[crashVariable] ?? '').split('@');
let reached = 0;

/**
 * A place at which work may be cut off: what is on disk here has to be enough to go on from. Does nothing, unless a test named the point:
 * then the process ends as if it was killed, and a test starts it again and looks.
 */
export function crashPoint(name: string): void {
  if (name !== wanted) return;
  reached += 1;
  if (reached >= Number(nth)) process.kill(process.pid, 'SIGKILL');
}
