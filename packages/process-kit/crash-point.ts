import { readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';

/*
 * Boundaries (`area:moment`) at which the state on disk changes its meaning. The test named above each list kills at every point and fails
 * if one isn't reached.
 */

/** `packages/engine/live/crashes.test.ts` */
export const enginePoints = [
  'build:locked',
  'build:segmentsWritten',
  'build:itemsSynced',
  'build:manifestWritten',
  'merge:batchCarried',
  'publish:beforePointer',
  'publish:betweenPointers',
  'publish:afterPointer',
  'removal:unmarked',
  'changes:created',
  'changes:logged',
  'changes:journaled',
  'rewrite:built',
  'rewrite:carried',
  'rebuild:built',
  'fallBack:carried',
  'drop:pointerRemoved',
] as const;

/** `packages/server/db/migrations.databases.server.test.ts` */
export const migrationPoints = ['migration:copied', 'migration:stepDone', 'migration:done'] as const;

/** `packages/server/rules/releases/crashes.databases.server.test.ts` */
export const releasePoints = [
  'release:rowsWritten',
  'release:written',
  'release:committed',
  'midnight:dayNoted',
  'midnight:done',
  'planned:read',
  'planned:done',
  'validity:read',
  'validity:done',
] as const;

/** `apps/server/crashes.databases.server.test.ts` */
export const serverPoints = [
  'file:written',
  'project:made',
  'invitation:taken',
  'job:claimed',
  'job:workDone',
  'job:parkTold',
  'import:begun',
  'import:goesLive',
  'import:settingsLive',
  'import:itemsLive',
  'import:told',
  'items:changed',
  'upload:received',
  'upload:named',
  'checks:alertTold',
  'checks:placeKept',
  'report:taken',
  'report:posted',
] as const;

/** `features/owner/projects/server/deletion.server.test.ts` */
export const purgePoints = ['purge:itemsGone', 'purge:filesGone', 'purge:rowsGone'] as const;

/** `apps/server/move-database.postgres.server.test.ts` */
export const movePoints = ['move:tableCopied', 'move:rowsCopied', 'move:committed'] as const;

export type CrashPoint = (
  | typeof enginePoints
  | typeof purgePoints
  | typeof migrationPoints
  | typeof releasePoints
  | typeof serverPoints
  | typeof movePoints
)[number];

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
