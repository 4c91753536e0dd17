import { afterAll, beforeEach, expect, test } from 'vitest';
import { accessCheck } from '#server/app/access.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { sessionStore } from './sessions.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const { db, close } = await openTestDatabase();
afterAll(close);

const hour = 60 * 60 * 1000;
const start = Date.UTC(2030, 0, 1);
let clock = start;
const now = (): number => clock;
const sessions = sessionStore(db, { now });
const person = { name: 'Eva', surname: 'Nová', password_hash: '', is_admin: 0, is_blocked: 0, created_at: 0 } as const;
const { id: userId } = await db
  .insertInto('user')
  .values({ ...person, email: 'eva@example.com', language: null })
  .returning('id')
  .executeTakeFirstOrThrow();
const count = async (): Promise<number> => (await db.selectFrom('session').select('id').execute()).length;
beforeEach(async () => {
  clock = start;
  await db.deleteFrom('session').execute();
});

test('a session that idled out stays over when the clock is set back', async () => {
  const token = await sessions.open(userId);
  clock += 13 * hour;
  expect(await sessions.find(token)).toBeNull();
  clock = start;
  expect(await sessions.find(token)).toBeNull();
});

test('a session of a clock that ran ahead is over, and stays so once that time has come', async () => {
  clock += 40 * 24 * hour;
  const token = await sessions.open(userId);
  clock = start;
  expect(await sessions.find(token)).toBeNull();
  clock += 40 * 24 * hour;
  expect(await sessions.find(token)).toBeNull();
});

test('clocks of two servers may be minutes apart', async () => {
  clock += 4 * 60 * 1000;
  const token = await sessions.open(userId);
  clock = start;
  expect(await sessions.find(token)).toMatchObject({ email: 'eva@example.com' });
});

test('sessions that are over are deleted, others stay', async () => {
  const old = await sessions.open(userId);
  clock += 20 * hour;
  const current = await sessions.open(userId);
  await sessions.forgetOver();
  expect(await count()).toBe(1);
  expect(await sessions.find(current)).not.toBeNull();
  expect(await sessions.find(old)).toBeNull();
});

const project = { name: 'Shop', url: '', language: 'en', time_zone: 'UTC', data_source: 'aisle_api', secret_hash: '' } as const;

/** What the item API says to a bearer token. */
async function refusalOf(bearer: string): Promise<string | null> {
  const request = { headers: { authorization: `Bearer ${bearer}` }, query: {}, ip: '127.0.0.1', socket: {} };
  const check = accessCheck(db, sessions, now);
  return Promise.try(() => check(request as never, { needs: 'api' })).then(
    () => null,
    (error: { code: string }) => error.code,
  );
}

test('a bearer token stays over when the clock is set back, and none works longer than it was made for', async () => {
  const times = { token: newSecret(), created_at: 0, deleted_at: null, front_called_at: null };
  const { id } = await db
    .insertInto('project')
    .values({ ...project, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bearer = newSecret();
  const open = () =>
    db
      .insertInto('api_token')
      .values({ project_id: id, token_hash: hashSecret(bearer), expires_at: clock + 600_000 })
      .execute();
  await open();
  expect(await refusalOf(bearer)).toBeNull();
  clock += 601_000;
  expect(await refusalOf(bearer)).toBe('tokenNotValid');
  clock = start;
  expect(await refusalOf(bearer)).toBe('tokenNotValid');
  clock += 24 * hour;
  await open();
  clock = start;
  expect(await refusalOf(bearer)).toBe('tokenNotValid');
});
