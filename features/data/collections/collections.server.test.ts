import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { collectionStore } from './collections.store.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('whether a collection forces stop words is part of what searches use', async () => {
  const { projectId, collectionId } = await server.owner('forces@example.com');
  const { db } = server.app;
  const isForced = async () => (await collectionStore(db).relevance({ id: projectId })).relevance[collectionId]?.forcesStopwords;
  expect(await isForced()).toBe(false);
  await db.updateTable('collection').set({ force_stopwords: 1 }).where('id', '=', collectionId).execute();
  expect(await isForced()).toBe(true);
});
