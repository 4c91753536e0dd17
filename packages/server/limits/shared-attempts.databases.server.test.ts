import { afterAll, expect, test } from 'vitest';
import { countSharedAttempts, forgetAttempts } from '#server/limits/attempts.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const { db, close } = await openTestDatabase();
afterAll(close);

let clock = 1_000_000;
/** Three at once, then one every twenty seconds: six in any minute. */
const limit = (name: string) => countSharedAttempts(db, { name, maximum: 6, windowSeconds: 60, now: () => clock });
const refusedFor = (seconds: number) => ({ code: 'tooManyRequests', problems: [{ parameters: { seconds } }] });
const refused = { code: 'tooManyRequests' };

test('two servers count together, however many tries come at once', async () => {
  const servers = [limit('together'), limit('together')];
  const tries = Array.from({ length: 20 }, (_, at) => servers[at % 2]!.take('eva@example.com'));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('who was refused is told when to come back, and may then', async () => {
  const logins = limit('pause');
  for (let at = 0; at < 3; at += 1) await logins.take('eva');
  clock += 5_000;
  await expect(logins.take('eva')).rejects.toMatchObject(refusedFor(15));
  clock += 15_000;
  await logins.take('eva');
  await expect(logins.take('eva')).rejects.toMatchObject(refusedFor(20));
});

test('no minute takes more than the limit, wherever it begins', async () => {
  const logins = limit('any minute');
  const taken: number[] = [];
  for (let second = 0; second < 200; second += 1) {
    await logins.take('eva').then(
      () => taken.push(clock),
      () => undefined,
    );
    clock += 1_000;
  }
  const mostInAMinute = Math.max(...taken.map((from) => taken.filter((at) => at >= from && at < from + 60_000).length));
  expect(mostInAMinute).toBeLessThanOrEqual(6);
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

test('a clock that was days ahead makes nobody wait for days', async () => {
  const logins = limit('jump');
  const days = 40 * 24 * 60 * 60 * 1000;
  clock += days;
  for (let at = 0; at < 3; at += 1) await logins.take('eva');
  clock -= days;
  await expect(logins.take('eva')).rejects.toMatchObject(refusedFor(20));
  clock += 20_000;
  await logins.take('eva');
});

test('what is over is forgotten, and what a clock has left behind that ran ahead, and nothing else', async () => {
  await limit('old').take('eva');
  clock += 61_000;
  await limit('fresh').take('eva');
  await db
    .insertInto('attempt')
    .values({ key_hash: 'ahead', restored_at: clock + 10 * 86_400_000 })
    .execute();
  await forgetAttempts(db, clock);
  expect(await db.selectFrom('attempt').select('key_hash').execute()).toHaveLength(1);
});
