import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#features/account/account.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { kindOf } from '#testing/raw-database.ts';
import { type Actor, testPassword } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { openDatabase } from '#server/db/open-database.ts';

const database = await createTestDatabase();
const folders = [1, 2].map((number) => mkdtempSync(path.join(tmpdir(), `aisle-racing-${number}-`)));
const saveCount = 100;
const servers: ServerProcess[] = [];
let owner: Actor;
let collectionId: number;

beforeAll(async () => {
  // Servers with search indexes of their own are refused to share a database, unless they pass for one.
  for (const folder of folders) writeFileSync(path.join(folder, 'server-id'), 'racing servers');
  // One after the other, as each brings the tables up to date.
  for (const folder of folders)
    servers.push(
      await startServerProcess({
        AISLE_DATA: folder,
        AISLE_DATABASE_URL: database.url ?? '',
        AISLE_SEARCH_THREADS: '0',
        AISLE_SECRET_KEY: 'the same key of both racing servers',
      }),
    );
  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await servers[0]!.call({}, register, { ...person, password_confirmation: testPassword });
  const made = await servers[0]!.call({ token: session!.token! }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'aisle_api',
  });
  owner = { token: session!.token!, project: made.data!.token };
  collectionId = made.data!.collection_id;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const foundAs = async (server: ServerProcess, word: string): Promise<string | undefined> => {
  const { data } = await server.call(owner, testQuery, { c: collectionId, q: word, debug: '1' });
  return data?.trace?.find(({ step }) => step === 'synonyms')?.after;
};

test(`${saveCount} saves that race through two servers are all live on both, in releases with one order`, async () => {
  const answers = await Promise.all(
    Array.from({ length: saveCount }, (_, at) =>
      servers[at % 2]!.call(owner, synonyms.create, { term: `word${at}`, synonyms: [`other${at}`] }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

  const db = await openDatabase(kindOf(database.url ?? ''));
  const releases = await db.selectFrom('release').select(['number', 'created_at']).orderBy('number').execute();
  // The first one is that of the project.
  expect(releases.map(({ number }) => number)).toEqual(Array.from({ length: saveCount + 1 }, (_, at) => at + 1));
  const rows = await db.selectFrom('released_row').select(['row_id', 'from_number']).where('source', '=', 'synonyms').execute();
  expect(new Set(rows.map(({ from_number: number }) => number)).size).toBe(saveCount);
  const { release_number: live } = await db.selectFrom('project').select('release_number').executeTakeFirstOrThrow();
  expect(live).toBe(saveCount + 1);
  await db.destroy();

  for (const server of servers)
    for (const at of [0, 1, saveCount - 2, saveCount - 1])
      await expect.poll(() => foundAs(server, `word${at}`)).toBe(`other${at}`);
});
