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

/** `features/owner/projects/server/purge-crashes.server.test.ts` */
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
