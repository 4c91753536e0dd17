import type { MessageKind } from '#contract/texts/message-texts.ts';
import { sectionGroups } from '#contract/permission.ts';
import { messageNeeds } from '#features/general/messages/messages.contract.ts';
import { messageLetter } from './messages.letter.ts';
import { messageStore, type NewMessage } from './messages.store.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { postLetter } from '#server/mail/letters.ts';

export const letterJob = 'letter';

interface RaisedMessage extends NewMessage {
  /** Whether it is also mailed. A message is mailed once, however often it is raised before it is over. */
  readonly isMailed: boolean;
}

/** Brings up to date what is told. Letters are jobs of the same transaction, so they are sent even if killed now. */
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

/** Whether the people of a project are told already, those who dismissed it included. */
export const isTold = (app: App, project: ProjectScope, kind: MessageKind, about: string): Promise<boolean> =>
  messageStore(app.db).isRaised(project, kind, about);

export const toldSubjects = (app: App, kind: MessageKind) => messageStore(app.db).subjects(kind);

/** What it was about is over. The next time is reported again, also to those who dismissed this one. */
export const endMessage = (app: App, project: ProjectScope, kind: MessageKind, about: string): Promise<void> =>
  messageStore(app.db).remove(project, kind, about);

/** As `endMessage`, for all projects and whatever it was about. */
export const endMessages = (app: App, kind: MessageKind): Promise<void> => messageStore(app.db).removeKind(kind);

export const forgetMessages = (app: App, project: ProjectScope, about: string): Promise<void> =>
  messageStore(app.db).removeAbout(project, about);
