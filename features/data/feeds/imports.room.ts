import { endMessages, raiseMessage } from '#features/general/messages/messages.service.ts';
import type { Feed } from './feeds.contract.ts';
import { projectsWithWaitingImports } from './imports-room.store.ts';
import type { App } from '#server-kit/app.ts';
import { lookEveryMilliseconds } from '#server-kit/disk-room.ts';

/** Another server that has room begins an import within this time. */
const toldAfterMilliseconds = 10_000;

/** Whether imports may begin on this server. */
export const hasRoomForImports = (app: App): boolean => app.disk.level() === 'plenty';

/** A feed as it is shown, with what its waiting import waits for. */
export function withRoomNoted(app: App, feed: Feed): Feed {
  const { last_import: last } = feed;
  if (last?.state !== 'waiting' || hasRoomForImports(app)) return feed;
  return { ...feed, last_import: { ...last, waits_for_room: true } };
}

/** Tells the people whose imports wait for room on the disk, until there is some. */
export function tellOfMissingRoom(app: App): void {
  // Told by a server that was stopped since.
  let isTold = true;
  app.jobs.repeat('room for imports', lookEveryMilliseconds, async () => {
    if (hasRoomForImports(app)) {
      if (isTold) await endMessages(app, 'diskFull');
      isTold = false;
      return;
    }
    for (const project of await projectsWithWaitingImports(app.db, Date.now() - toldAfterMilliseconds)) {
      isTold = true;
      await raiseMessage(app, project, missingRoom);
    }
  });
}

const missingRoom = {
  kind: 'diskFull',
  about: 'disk',
  details: {},
  failure: null,
  address: '/data/import',
  isMailed: true,
} as const;
