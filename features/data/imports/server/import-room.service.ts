import type { Import } from '#features/data/imports/imports.contract.ts';
import type { App } from '#server/app/app.ts';
import { lookEveryMilliseconds } from '#server/files/disk-room.ts';
import { importLacksRoom, importsHaveRoom } from './imports.events.ts';
import { importStore } from './imports.store.ts';

/** Within this time another server that has room would have begun the import. */
const reportedAfterMilliseconds = 10_000;

export const hasRoomForImports = (app: App): boolean => app.disk.level() === 'plenty';

export const withRoomNoted = (app: App, last: Import | null): Import | null =>
  last?.state !== 'waiting' || hasRoomForImports(app) ? last : { ...last, waits_for_room: true };

/** Reports imports that wait for disk space until there is some. */
export function reportMissingRoom(app: App): void {
  // A server that was stopped since may have reported it.
  let isReported = true;
  app.jobs.repeat('room for imports', lookEveryMilliseconds, async () => {
    if (hasRoomForImports(app)) {
      if (isReported) await app.events.tell(importsHaveRoom, {});
      isReported = false;
      return;
    }
    for (const project of await importStore(app.db).waitingProjects(Date.now() - reportedAfterMilliseconds)) {
      isReported = true;
      await app.events.tell(importLacksRoom, { project });
    }
  });
}
