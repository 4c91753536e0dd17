import { allows } from '#contract/permission.ts';
import { dismissMessage, listMessages, messageNeeds, type Message } from '#features/general/messages/messages.contract.ts';
import { letterJob, endMessage, endMessages, raiseMessage, aboutFeed, feedMessage } from './messages.service.ts';
import { messageStore } from './messages.store.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { sendLetters } from '#server/app/letters.ts';
import { serve } from '#server/app/serve.ts';
import { embeddingFailed, embeddingSettled } from '#features/data/embeddings/server/embeddings.events.ts';
import {
  type ImportEnd,
  importEnded,
  importIsLive,
  importLacksRoom,
  importsHaveRoom,
} from '#features/data/imports/server/imports.events.ts';

export function serveMessages(app: App): void {
  const messages = messageStore(app.db);

  async function messagesFor({ project, user, rights }: Caller<'user'>): Promise<Message[]> {
    if (!project) return [];
    return (await messages.list(project, user.id)).filter(({ kind }) => allows(rights, messageNeeds[kind]));
  }

  serve(app, listMessages, (_input, caller) => messagesFor(caller));

  serve(app, dismissMessage, async ({ id }, caller) => {
    const own = await messagesFor(caller);
    if (!own.some((message) => message.id === id)) throw fail('notFound', { name: 'message' });
    await messages.dismiss(caller.user.id, id);
    return {};
  });

  tellOfImports(app);
  tellOfEmbeddings(app);
  sendLetters(app, letterJob, () => Promise.resolve());
}

function tellOfImports(app: App): void {
  const settled = ({ project, feed }: Pick<ImportEnd, 'project' | 'feed'>): Promise<void> =>
    endMessage(app, project, 'importOnHold', aboutFeed(feed.id));

  app.events.on(importIsLive, settled);
  app.events.on(importEnded, async (end) => {
    if (end.state === 'discarded') await settled(end);
    if (end.state === 'onHold') await raiseMessage(app, end.project, onHoldMessage(end));
  });
  app.events.on(importLacksRoom, ({ project }) => raiseMessage(app, project, missingRoom));
  app.events.on(importsHaveRoom, () => endMessages(app, 'diskFull'));
}

const aboutEmbedding = (collectionId: number): string => `embedding:${collectionId}`;

function tellOfEmbeddings(app: App): void {
  app.events.on(embeddingFailed, ({ project, collectionId, collection }) =>
    raiseMessage(app, project, {
      kind: 'embeddingFailed',
      about: aboutEmbedding(collectionId),
      details: { collection },
      failure: null,
      address: '/data/collections',
      isMailed: true,
    }),
  );
  app.events.on(embeddingSettled, ({ project, collectionId }) =>
    endMessage(app, project, 'embeddingFailed', aboutEmbedding(collectionId)),
  );
}

const noChange = { added: 0, changed: 0, removed: 0 };

/** Only scheduled imports: people see their own being held. */
const onHoldMessage = ({ feed, askedBy, counts: { added, changed, removed } = noChange }: ImportEnd) =>
  ({
    kind: 'importOnHold',
    ...feedMessage(feed),
    details: { feed: feed.name, added, changed, removed },
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
