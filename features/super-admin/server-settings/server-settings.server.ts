import { type MailFailure, readMailServer, sendTestMail, testMailsPerHour } from './server-settings.contract.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { type LetterKit, type Reader, writeLetter } from '#server/app/letters.ts';
import { serve } from '#server/app/serve.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import type { Letter } from '#server/mail/mail.ts';

const hourSeconds = 3_600;
const longestAnswer = 500;

export const testLetter = (kit: LetterKit, reader: Reader): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('Test mail from Aisle'),
    path: '/super-admin/settings',
    before: [t('Mail works. This link opens the server settings:')],
  }));

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly syscall?: string;
}

const signInNeeded = 530;

function failureOf({ code, command, responseCode, syscall }: SmtpError): MailFailure {
  if (code === 'EDNS') return 'noHost';
  if (code === 'EAUTH' || responseCode === signInNeeded) return 'signIn';
  if (code === 'EENVELOPE') return command === 'RCPT TO' ? 'recipient' : 'sender';
  // A refused or broken connection has a system call, a rejected certificate has none.
  if (code === 'ETLS' || (code === 'ESOCKET' && syscall === undefined)) return 'notEncrypted';
  return ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT'].includes(code ?? '') ? 'noAnswer' : 'other';
}

export function serveServerSettings(app: App): void {
  const { db, mail } = app;
  const hourly = countSharedAttempts(db, { name: 'test mails', maximum: testMailsPerHour, windowSeconds: hourSeconds });

  serve(app, readMailServer, () => ({ server: mail.server, from: mail.from }));

  serve(app, sendTestMail, async (_input, { user: { id, email }, language }) => {
    if (mail.server === null) throw fail('noMailServer');
    await hourly.take(String(id));
    const sent = mail.send(testLetter(app, { email, language }));
    const { failure, answer } = await sent.then(
      (accepted) => ({ failure: null, answer: accepted }),
      (error: SmtpError) => ({ failure: failureOf(error), answer: error.response ?? error.message }),
    );
    return { email, failure, answer: answer.trim().slice(0, longestAnswer) };
  });
}
