import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';

const Kind = z.enum(Object.keys(messageTexts) as MessageKind[]);
const MailSetting = z.object({ kind: Kind, is_mailed: z.boolean() });
export type MailSetting = z.output<typeof MailSetting>;

export const readMailSettings = endpoint('GET /api/user/mails', {
  needs: 'user',
  summary: 'Lists the kinds of messages that the signed-in person can get in the selected project, and which are mailed to them',
  output: z.array(MailSetting),
  beside: z.object({ sends_mail: z.boolean() }),
});

export const changeMailSetting = endpoint('PUT /api/user/mails', {
  needs: 'user',
  summary: 'Turns mails of a kind of message on or off for the signed-in person, in all projects',
  input: MailSetting,
});
