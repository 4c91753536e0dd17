import {
  announce,
  dismissAnnouncement,
  readAnnouncement,
  readWrittenAnnouncement,
  takeBackAnnouncement,
  textNames,
} from './announcement.contract.ts';
import { announcementStore } from './announcement.store.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveAnnouncement(app: App): void {
  const { db } = app;
  const announcements = announcementStore(db);
  const notFound = () => fail('notFound', { name: 'announcement' });

  serve(app, readAnnouncement, async (_input, { user }) => {
    const announcement = await announcements.readFor(user.id);
    if (announcement === null) return null;
    const texts = textNames.map((name) => announcement[name]);
    const usual = announcement.text_en || (texts.find((text) => text !== '') ?? '');
    return { ...announcement, ...Object.fromEntries(textNames.map((name) => [name, announcement[name] || usual])) };
  });

  serve(app, dismissAnnouncement, async ({ id }, { user }) => {
    if (!(await announcements.dismiss(id, user.id))) throw notFound();
    return {};
  });

  serve(app, readWrittenAnnouncement, () => announcements.read());

  serve(app, announce, async ({ over, ...written }, { user }) => {
    if (written.until <= Date.now()) throw failField('until', 'momentPassed');
    const person = (await announcements.read())?.written_by ?? '';
    await db.transaction().execute(async (transaction) => {
      const isWritten = await announcementStore(transaction).write(written, user.id, over);
      if (!isWritten) throw fail('changedMeanwhile', { person });
    });
    return foundIn(await announcements.read(), 'announcement');
  });

  serve(app, takeBackAnnouncement, async ({ id }) => {
    if (!(await announcements.takeBack(id))) throw notFound();
    return {};
  });
}
