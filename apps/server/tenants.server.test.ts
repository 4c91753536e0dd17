import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { fillProject, idDistance, numberFromFarOn, rowsOfProject } from '#server-kit/db/testing/foreign-rows.ts';
import { idFields, sampleInput } from '#server/testing/sample-input.ts';
import { requestOf, startTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Every call of the contract with real ids of another project's rows, of every table that projects have. Nothing here names a call. */
let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let stranger: Awaited<ReturnType<TestApp['owner']>>;
const absentId = 9 * idDistance;

beforeAll(async () => {
  server = await startTestApp();
  // The first person is the administrator, who may see every project.
  await server.signUp('admin@example.com');
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
  const { db } = server.app;
  await numberFromFarOn(db);
  stranger = await server.owner('stranger@example.com');
  await server.imported(stranger, stranger.feedId);
  const { id: userId } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'stranger@example.com')
    .executeTakeFirstOrThrow();
  const { id: importId } = await db
    .selectFrom('import')
    .select('id')
    .where('feed_id', '=', stranger.feedId)
    .executeTakeFirstOrThrow();
  await fillProject(db, {
    project_id: stranger.projectId,
    collection_id: stranger.collectionId,
    feed_id: stranger.feedId,
    import_id: importId,
    user_id: userId,
    invited_by: userId,
    created_at: Date.now(),
  });
});
afterAll(() => server.close());

const foreign = () => rowsOfProject(server.app.db, stranger.projectId);
const own = (): Record<string, unknown> => ({ c: owner.collectionId, collection_id: owner.collectionId });

async function answered(endpoint: Endpoint, field: string, id: number): Promise<string> {
  const needed = sampleInput(endpoint.input);
  const fitting = Object.fromEntries(Object.entries(own()).filter(([name]) => name in needed));
  const value = Array.isArray(needed[field]) ? [id] : id;
  const request = requestOf(owner, endpoint, { ...needed, ...fitting, [field]: value });
  const { statusCode, body } = await server.app.http.inject(request);
  return `${statusCode} ${body.replaceAll(String(id), 'ID')}`;
}

/** Uploads and calls of shops have no ids of rows; those that anybody may make have no project. */
const asked = (): Endpoint[] =>
  server.app.endpoints.filter(({ needs, upload }) => !['public', 'shop', 'api'].includes(needs) && upload === undefined);

test('a project has rows in every table that projects have, with ids that nobody else has', async () => {
  const rows = await foreign();
  expect([...rows].filter(([, found]) => found.length === 0).map(([table]) => table)).toEqual([]);
  expect([...rows.values()].flat().every(({ id }) => id > idDistance)).toBe(true);
});

test(
  'ids of another project’s rows are answered exactly as ids of none, and nothing of it changes',
  { timeout: 120_000 },
  async () => {
    const before = await foreign();
    const ids = new Set([...before.values()].flatMap((rows) => rows.slice(0, 1)).map(({ id }) => id));
    const wrong: string[] = [];
    for (const endpoint of asked()) {
      for (const field of idFields(endpoint.input)) {
        const absent = await answered(endpoint, field, absentId);
        if (absent.startsWith('5')) wrong.push(`${endpoint.method} ${endpoint.path} ${field}: ${absent}`);
        for (const id of ids) {
          const said = await answered(endpoint, field, id);
          if (said.slice(0, 3) !== absent.slice(0, 3) || (said !== absent && !said.startsWith('200')))
            wrong.push(
              `${endpoint.method} ${endpoint.path} ${field}=${id}: ${said.slice(0, 120)}, expected ${absent.slice(0, 120)}`,
            );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await foreign()).toEqual(before);
  },
);
