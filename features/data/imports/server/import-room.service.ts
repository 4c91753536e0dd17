import type { Import } from '#features/data/imports/imports.contract.ts';
import { projectsWithWaitingImports } from './import-room.store.ts';
import { importLacksRoom, importsHaveRoom } from './imports.events.ts';
import type { App } from '#server/app.ts';
import { lookEveryMilliseconds } from '#server/files/disk-room.ts';

/** Another server that has room begins an import within this time. */
const toldAfterMilliseconds = 10_000;

export const hasRoomForImports = (app: App): boolean => app.disk.level() === 'plenty';

export const withRoomNoted = (app: App, last: Import | null): Import | null =>
  last?.state !== 'waiting' || hasRoomForImports(app) ? last : { ...last, waits_for_room: true };

/** Tells the people whose imports wait for room on the disk, until there is some. */
export function tellOfMissingRoom(app: App): void {
  // Told by a server that was stopped since.
  let isTold = true;
  app.jobs.repeat('room for imports', lookEveryMilliseconds, async () => {
    if (hasRoomForImports(app)) {
      if (isTold) await app.events.tell(importsHaveRoom, {});
      isTold = false;
      return;
    }
    for (const project of await projectsWithWaitingImports(app.db, Date.now() - toldAfterMilliseconds)) {
      isTold = true;
      await app.events.tell(importLacksRoom, { project });
    }
  });
}
