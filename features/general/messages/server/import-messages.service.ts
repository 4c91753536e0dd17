import {
  type ImportEnd,
  importEnded,
  importIsLive,
  importLacksRoom,
  importsHaveRoom,
} from '#features/data/imports/server/imports.events.ts';
import { aboutFeed, feedMessage } from './feed-messages.service.ts';
import { endMessage, endMessages, raiseMessage } from './messages.service.ts';
import type { App } from '#server/app.ts';

export function tellOfImports(app: App): void {
  const settled = ({ project, feed }: Pick<ImportEnd, 'project' | 'feed'>): Promise<void> =>
    endMessage(app, project, 'importHeld', aboutFeed(feed.id));

  app.events.on(importIsLive, settled);
  app.events.on(importEnded, async (end) => {
    if (end.state === 'dropped') await settled(end);
    if (end.state === 'held') await raiseMessage(app, end.project, heldMessage(end));
  });
  app.events.on(importLacksRoom, ({ project }) => raiseMessage(app, project, missingRoom));
  app.events.on(importsHaveRoom, () => endMessages(app, 'diskFull'));
}

/** Who asked for an import sees that it is held; a schedule tells. */
const heldMessage = ({ feed, askedBy }: ImportEnd) =>
  ({
    kind: 'importHeld',
    ...feedMessage(feed),
    failure: null,
    isMailed: askedBy === 'schedule',
  }) as const;

const missingRoom = {
  kind: 'diskFull',
  about: 'disk',
  details: {},
  failure: null,
  address: '/data/import',
  isMailed: true,
} as const;
