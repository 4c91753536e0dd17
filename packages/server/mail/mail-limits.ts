import type { Database } from '#server/db/schema.ts';
import { countSharedAttempts } from '#server/http/shared-attempts.ts';

/** How many mails strangers may cause; what the server tells the members of a project itself is not counted. */
export const mailLimits = {
  /** By one person who invites, or by one address that signs people up. */
  perSenderAndDay: 200,
  perRecipientAndDay: 10,
  perServerAndHour: 500,
} as const;

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** Counts mails before they are posted. `take` throws `tooManyRequests` once one of the limits is reached. */
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
