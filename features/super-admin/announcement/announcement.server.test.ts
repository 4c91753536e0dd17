import { beforeEach, expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import type { Actor } from '#testing/test-app.ts';
import {
  announce,
  dismissAnnouncement,
  maximumAnnouncementLength,
  readAnnouncement,
  readWrittenAnnouncement,
  takeBackAnnouncement,
} from './announcement.contract.ts';
import { announcementStore } from './announcement.store.ts';

const server = await sharedServer();
const { admin } = server;
const alone = await server.signUp();
beforeEach(() => server.app.db.deleteFrom('announcement').execute());

const hour = 3_600_000;
const texts = { text_en: 'Tonight we update.', text_cs: 'Dnes v noci aktualizujeme.' };
const tell = (changes: object = {}) => server.call(admin, announce, { ...texts, until: Date.now() + hour, ...changes });
const read = async (actor: Actor) => (await server.call(actor, readAnnouncement, {})).data;

test('everybody reads an announcement, also without a project, until they dismiss it', async () => {
  const { data } = await tell();
  expect(data).toMatchObject({ ...texts, written_by: 'Test Person' });
  expect(await read(alone)).toMatchObject(texts);
  const dismiss = () => server.call(alone, dismissAnnouncement, { id: data!.id });
  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([200, 200]);
  expect([await read(alone), await read(admin)]).toMatchObject([null, texts]);
});

test('falls back to English for a missing language, and to the only language there is', async () => {
  await tell({ text_en: '' });
  expect(await read(alone)).toMatchObject({ text_en: texts.text_cs, text_cs: texts.text_cs, text_de: texts.text_cs });
  await tell({ text_de: 'Heute Nacht.' });
  expect(await read(alone)).toMatchObject({ ...texts, text_de: 'Heute Nacht.', text_fr: texts.text_en });
});

test('it is over by itself, or when it is taken back', async () => {
  const { data } = await tell();
  const later = announcementStore(server.app.db, () => Date.now() + hour);
  expect([await later.read(), await later.readFor(1), await later.dismiss(data!.id, 1)]).toEqual([null, null, false]);
  expect((await server.call(admin, takeBackAnnouncement, { id: data!.id })).status).toBe(200);
  expect((await server.call(admin, takeBackAnnouncement, { id: data!.id })).status).toBe(404);
  expect([await read(alone), (await server.call(admin, readWrittenAnnouncement, {})).data]).toEqual([null, null]);
});

test('another one takes its place, also for those who dismissed the one before', async () => {
  const { data: first } = await tell();
  await server.call(alone, dismissAnnouncement, { id: first!.id });
  await tell({ text_en: 'Another.' });
  expect(await read(alone)).toMatchObject({ text_en: 'Another.' });
});

test('refuses to replace an announcement that its writer has not seen', async () => {
  const { data: first } = await tell({ over: null });
  const unseen = await tell({ over: null, text_en: 'Unseen.' });
  expect(unseen.errors).toMatchObject([{ code: 'changedMeanwhile', parameters: { person: 'Test Person' } }]);
  expect(await read(admin)).toMatchObject(texts);
  expect((await tell({ over: first!.created_at, text_en: 'Seen.' })).status).toBe(200);
  await server.app.db.updateTable('announcement').set({ until: 1 }).execute();
  expect((await tell({ over: null })).status).toBe(200);
});

test('accepts one of several concurrent announcements where there was none', async () => {
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => tell({ over: null })))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(9);
});

test('keeps one announcement of several concurrent ones', async () => {
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => tell()))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await server.app.db.selectFrom('announcement').select('id').execute()).toHaveLength(1);
});

test.each([
  ['until', { until: 1 }, 'notValid'],
  ['until', { until: Date.now() - 1000 }, 'momentPassed'],
  ['text_en', { text_en: ' ', text_cs: '' }, 'required'],
  ['text_cs', { text_cs: 'x'.repeat(maximumAnnouncementLength + 1) }, 'maximumLength'],
])('%s is refused as %j', async (field, changes, code) => {
  expect((await tell(changes)).errors).toMatchObject([{ field, code }]);
  expect(await read(alone)).toBeNull();
});
