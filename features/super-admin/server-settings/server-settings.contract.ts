import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const readMailServer = endpoint('GET /api/server/mail', {
  needs: 'admin',
  summary: 'Says which mail server gets mails, without its password; null if none is set',
  output: z.object({ server: z.nullable(z.string()), from: z.string() }),
});

export const mailFailures = ['noHost', 'noAnswer', 'notEncrypted', 'signIn', 'sender', 'recipient', 'other'] as const;
export type MailFailure = (typeof mailFailures)[number];

export const testMailsPerHour = 40;

export const sendTestMail = endpoint('POST /api/server/mail/test', {
  needs: 'admin',
  summary: 'Mails the signed-in administrator at once, and returns what the mail server answered',
  output: z.object({
    email: z.string(),
    /** null: accepted. */
    failure: z.nullable(z.enum(mailFailures)),
    answer: z.string(),
  }),
  errors: ['noMailServer', 'tooManyRequests'],
});
