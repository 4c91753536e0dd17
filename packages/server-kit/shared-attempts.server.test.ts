import { afterAll, expect, test } from 'vitest';
import { countSharedAttempts, forgetAttempts } from '#server-kit/shared-attempts.ts';
import { openTestDatabase } from '#server/testing/raw-database.ts';

const { db, close } = await openTestDatabase();
afterAll(close);

let clock = 1_000_000;
const limit = (name: string) => countSharedAttempts(db, { name, maximum: 3, windowSeconds: 60, now: () => clock });
const refused = { code: 'tooManyRequests' };

test('two servers count together, however many tries come at once', async () => {
  const servers = [limit('together'), limit('together')];
  const tries = Array.from({ length: 20 }, (_, at) => servers[at % 2]!.take('eva@example.com'));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('who was refused is told when to come back, and may then', async () => {
  const logins = limit('window');
  for (let at = 0; at < 3; at += 1) await logins.take('eva');
  clock += 20_000;
  await expect(logins.take('eva')).rejects.toMatchObject({ ...refused, problems: [{ parameters: { seconds: 40 } }] });
  clock += 40_000;
  await logins.take('eva');
});

test('keys and limits are counted apart, and nobody reads them in the database', async () => {
  const [logins, mails] = [limit('logins'), limit('mails')];
  for (let at = 0; at < 3; at += 1) await logins.take('private@example.com');
  await logins.take('other@example.com');
  await mails.take('private@example.com');
  expect(JSON.stringify(await db.selectFrom('attempt').selectAll().execute())).not.toContain('private');
});

test('a try that was given back is free again, and no more than that', async () => {
  const logins = limit('back');
  await logins.giveBack('eva');
  for (let at = 0; at < 10; at += 1) {
    await logins.take('eva');
    await logins.giveBack('eva');
  }
  for (let at = 0; at < 3; at += 1) await logins.take('eva');
  await expect(logins.take('eva')).rejects.toMatchObject(refused);
});

test('what is over is forgotten, and nothing else', async () => {
  await limit('old').take('eva');
  clock += 61_000;
  await limit('fresh').take('eva');
  await forgetAttempts(db, clock);
  expect(await db.selectFrom('attempt').select('count').execute()).toHaveLength(1);
});
