import type { Database } from '#server/db/schema.ts';
import { countSharedAttempts } from '#server/http/shared-attempts.ts';

/** Mails caused by strangers; messages to members are not counted. */
export const mailLimits = {
  /** Sender: a user who invites, or a network address that signs up. */
  perSenderAndDay: 200,
  perRecipientAndDay: 10,
  perServerAndHour: 500,
} as const;

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** `take` throws `tooManyRequests`. */
export function limitMails(db: Database) {
  const { perSenderAndDay, perRecipientAndDay, perServerAndHour } = mailLimits;
  const bySender = countSharedAttempts(db, { name: 'mails by sender', maximum: perSenderAndDay, windowSeconds: daySeconds });
  const byRecipient = countSharedAttempts(db, {
    name: 'mails to recipient',
    maximum: perRecipientAndDay,
    windowSeconds: daySeconds,
  });
  const byServer = countSharedAttempts(db, { name: 'mails', maximum: perServerAndHour, windowSeconds: hourSeconds });
  return {
    async take({ sender, recipient }: { sender: string; recipient: string }): Promise<void> {
      await bySender.take(sender);
      await byRecipient.take(recipient);
      await byServer.take('');
    },
  };
}
