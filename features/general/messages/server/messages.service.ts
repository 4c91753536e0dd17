import { type MessageKind, isPlaceWord, messageTexts } from '#contract/texts/message-texts.ts';
import { sectionGroups } from '#contract/permission.ts';
import { messageNeeds } from '#features/general/messages/messages.contract.ts';
import { messageStore, type NewMessage } from './messages.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { type LetterKit, postLetter, type Reader, writeLetter } from '#server/app/letters.ts';
import { importFailures } from '#feeds/feed-texts.ts';
import type { Letter } from '#server/mail/mail.ts';

export const letterJob = 'letter';

interface RaisedMessage extends NewMessage {
  /** A message is mailed once, however often it is raised before it ends. */
  readonly isMailed: boolean;
}

/** Adds or updates the message. Letters are jobs of the same transaction. */
export async function raiseMessage(app: App, project: ProjectScope, message: RaisedMessage): Promise<void> {
  const projectName = await messageStore(app.db).projectName(project);
  await app.db.transaction().execute(async (transaction) => {
    const messages = messageStore(transaction);
    const id = await messages.raise(project, message);
    if (!message.isMailed || !(await messages.markMailed(id))) return;
    for (const recipient of await messages.recipients(project, sectionGroups[messageNeeds[message.kind]], message.kind)) {
      const letter = messageLetter(app, recipient, projectName, message);
      const about = { message: id };
      await postLetter(app, letterJob, { key: `message ${id} to ${recipient.userId}`, letter, about }, transaction);
    }
  });
}

/** Includes dismissed messages. */
export const isPublic = (app: App, project: ProjectScope, kind: MessageKind, about: string): Promise<boolean> =>
  messageStore(app.db).isRaised(project, kind, about);

export const toldSubjects = (app: App, kind: MessageKind) => messageStore(app.db).subjects(kind);

/** The next occurrence is reported again, also to users who dismissed this one. */
export const endMessage = (app: App, project: ProjectScope, kind: MessageKind, about: string): Promise<void> =>
  messageStore(app.db).remove(project, kind, about);

export const endMessages = (app: App, kind: MessageKind): Promise<void> => messageStore(app.db).removeKind(kind);

export const forgetMessages = (app: App, project: ProjectScope, about: string): Promise<void> =>
  messageStore(app.db).removeAbout(project, about);

export const messageLetter = (
  kit: LetterKit,
  reader: Reader,
  projectName: string,
  { kind, details, failure, address }: Pick<NewMessage, 'kind' | 'details' | 'failure' | 'address'>,
): Letter =>
  writeLetter(kit, reader, (t) => {
    const shown = Object.entries(details).map(([name, value]) => [name, isPlaceWord(name, value) ? t(String(value)) : value]);
    const said = t(messageTexts[kind], Object.fromEntries(shown) as typeof details);
    const cause = failure ? [t(importFailures[failure.code], failure.details)] : [];
    return { subject: `${projectName}: ${said}`, path: address, before: [said, ...cause] };
  });

export const aboutFeed = (feedId: number): string => `feed:${feedId}`;

export const feedMessage = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  about: aboutFeed(id),
  details: { feed: name },
  address: `/data/import/edit?id=${id}`,
});
