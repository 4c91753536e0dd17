import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { limitMails, mailLimits } from '#server/limits/attempts.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ db, close } = await openTestDatabase()));
afterAll(() => close());

/** How many mails a sender gets off to ever other people. */
async function mailed(sender: string): Promise<number> {
  const limit = limitMails(db);
  for (let at = 0; ; at += 1) {
    const refusal: unknown = await limit.take({ sender, recipient: `${at}.${sender}` }).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal === null) continue;
    expect(refusal).toMatchObject({ code: 'tooManyRequests' });
    return at;
  }
}

// Half of a limit is taken at once, the rest by and by.
test('one sender gets off so many mails a day, and all senders together so many an hour', async () => {
  const ofOne = mailLimits.perSenderAndDay / 2;
  const ofAll = mailLimits.perServerAndHour / 2;
  expect(await mailed('first@example.com')).toBe(ofOne);
  expect(await mailed('second@example.com')).toBe(ofOne);
  expect(await mailed('third@example.com')).toBe(ofAll - 2 * ofOne);
  expect(await mailed('fourth@example.com')).toBe(0);
});
