import { allows } from '#contract/permission.ts';
import { dismissMessage, listMessages, messageNeeds, type Message } from '#features/general/messages/messages.contract.ts';
import { tellOfImports } from './import-messages.service.ts';
import { letterJob } from './messages.service.ts';
import { messageStore } from './messages.store.ts';
import type { Caller } from '#server/access.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import { sendLetters } from '#server/mail/letters.ts';
import { serve } from '#server/serve.ts';

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
  // The console shows the message that the letter is about.
  sendLetters(app, letterJob, () => Promise.resolve());
}
