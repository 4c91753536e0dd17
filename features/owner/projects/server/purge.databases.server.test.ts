import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#contract/days.ts';
import { keptProjectDays } from '#contract/limits.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { type FeedShops, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { fillTables, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { idDistance, numberFrom, rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { removeProject } from '#features/owner/projects/projects.contract.ts';
import { purgeDeletedProjects } from './deletion.server.ts';

type Shop = Awaited<ReturnType<typeof shopWithItems>>;
let shops: FeedShops;
let kept: Shop;
let gone: Shop;
const logPatience = { timeout: 120_000, interval: 50 };
const never = new AbortController().signal;
const later = () => Date.now() + keptProjectDays * dayMs + 1;

beforeAll(async () => {
  shops = await startFeedShops();
  const { db } = shops.server.app;
  await shops.server.signUp('admin@example.com');
  kept = await shopWithItems(shops, 'kept');
  // From here on no id of one project is one of the other, nor one of two tables the same.
  await numberFrom(db, idDistance, idDistance / 100);
  gone = await shopWithItems(shops, 'gone');
  await settled(db);
  await fillTables(db, gone);
  // What stands there for an upload is no name that a file could have.
  const upload = db.updateTable('upload').set({ name: 'u'.repeat(43) });
  await upload.where('project_id', '=', gone.projectId).execute();
});
afterAll(() => shops.close());

const hasIndex = ({ collectionId }: Shop) =>
  existsSync(path.join(shops.server.dataDirectory, 'search', engineCollection(collectionId)));

/** The log writes calls some time after they were answered, in their order: with this one it has those before it. */
const logged = (path: string) =>
  vi.waitFor(async () => {
    const calls = shops.server.app.db.selectFrom('api_call').select('id');
    const found = await calls.where('project_id', '=', gone.projectId).where('path', '=', path).execute();
    expect(found).toHaveLength(1);
  }, logPatience);

test('nothing of a project is left once nobody can restore it: no row of any table, no file, no item', async () => {
  const { app, dataDirectory } = shops.server;
  const upload = await app.http.inject({
    method: 'POST',
    url: uploadFeedFile.path.replace('{file_name}', 'lamps.csv'),
    headers: {
      'x-session-token': gone.actor.token!,
      'x-client-id': gone.actor.project!,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from('id;name\n1;Lamp\n'),
  });
  const file = path.join(dataDirectory, 'uploads', upload.json<{ data: { feed_url: string } }>().data.feed_url.split(':')[1]!);
  expect(existsSync(file)).toBe(true);
  await logged(uploadFeedFile.path);
  const before = await rowsOfProject(app.db, gone.projectId);
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
  const others = await rowsOfProject(app.db, kept.projectId);
  const ids = [...before.values()].flat().map(({ id }) => id);

  await shops.server.call(gone.actor, removeProject, { id: gone.projectId, name: 'Shop' });
  await logged(removeProject.path);
  await purgeDeletedProjects(app, never);
  expect((await rowsOfProject(app.db, gone.projectId)).get('project')).toHaveLength(1);

  // As two servers do at once.
  await Promise.all([purgeDeletedProjects(app, never, later()), purgeDeletedProjects(app, never, later())]);
  expect([...(await rowsOfProject(app.db, gone.projectId))].filter(([, rows]) => rows.length > 0)).toEqual([]);
  const dump = await dumpOf(app.db);
  const numbers = new Set(dump.match(/\d+/g)?.map(Number));
  expect(ids.filter((id) => id > idDistance && numbers.has(id))).toEqual([]);
  expect(existsSync(file)).toBe(false);
  expect(hasIndex(gone)).toBe(false);
  expect(hasIndex(kept)).toBe(true);
  expect(await app.engine.status(engineCollection(gone.collectionId))).toBeNull();
  expect(await rowsOfProject(app.db, kept.projectId)).toEqual(others);
  expect((await app.engine.status(engineCollection(kept.collectionId)))?.itemCount).toBe(10);
});
