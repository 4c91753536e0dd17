import { noteActivity } from '#features/account/activity/server/activity.service.ts';
import { begunChanges } from '#features/account/server/account.store.ts';
import { profileOf } from '#features/account/sessions/sign-in.service.ts';
import { newAddressLetter, oldAddressLetter } from './email-change.letters.ts';
import {
  cancelEmailChange,
  changeUserData,
  confirmEmail,
  mailEmailChangeAgain,
  maximumPictureBytes,
  readUserData,
  type UserData,
} from '#features/account/personal-data/personal-data.contract.ts';
import { personalDataStore } from './personal-data.store.ts';
import { maximumPictureSidePx, pictureSize } from './picture.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { postLetter, sendLetters } from '#server/app/letters.ts';
import { limitMails } from '#server/limits/attempts.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';

const letterJob = 'e-mail change letter';
const hourMilliseconds = 60 * 60 * 1000;

export function servePersonalData(app: App): void {
  const { db, jobs } = app;
  const people = personalDataStore(db);
  const mails = limitMails(db);

  const dataOf = async ({ user, rights }: Caller<'user'>): Promise<UserData> => ({
    ...profileOf(user, rights),
    ...(await people.read(user.id)),
  });

  /** Counts first, so that addresses can't be probed. */
  async function refuseAddress(userId: number, email: string): Promise<void> {
    await mails.take({ sender: `user ${userId}`, recipient: email });
    if (await people.isTaken(email)) throw failField('email', 'alreadyUsed', { name: 'email' });
  }

  async function beginChange(transaction: Database, { user, language }: Caller<'user'>, email: string): Promise<void> {
    const token = newSecret();
    const id = await personalDataStore(transaction).begin(user.id, email, token);
    const letters = {
      new: newAddressLetter(app, email, language, token),
      old: oldAddressLetter(app, user.email, language, email),
    };
    for (const [to, letter] of Object.entries(letters))
      await postLetter(app, letterJob, { key: `change ${id} to ${to}`, letter, about: { change: id } }, transaction);
  }

  serve(app, readUserData, (_input, caller) => dataOf(caller));

  serve(app, changeUserData, async ({ email, photo: sent, ...texts }, caller) => {
    const { user } = caller;
    // Clients that send back all they read send the stored picture.
    const isOtherPicture = typeof sent === 'string' && sent !== (await people.read(user.id)).photo;
    if (isOtherPicture) checkPicture(sent);
    const isOther = email !== user.email;
    if (isOther) await refuseAddress(user.id, email);
    await db.transaction().execute(async (transaction) => {
      const accounts = personalDataStore(transaction);
      await accounts.write(user.id, { ...texts, photo: sent });
      if (isOther) await beginChange(transaction, caller, email);
      else await begunChanges(transaction).cancelEmailChange(user.id);
    });
    return dataOf(caller);
  });

  serve(app, mailEmailChangeAgain, async (_input, caller) => {
    const email = foundIn((await people.read(caller.user.id)).new_email, 'email');
    await refuseAddress(caller.user.id, email);
    await db.transaction().execute((transaction) => beginChange(transaction, caller, email));
    return {};
  });

  serve(app, cancelEmailChange, async (_input, { user }) => {
    await begunChanges(db).cancelEmailChange(user.id);
    return {};
  });

  serve(app, confirmEmail, ({ token }, caller) =>
    db.transaction().execute(async (transaction) => {
      const accounts = personalDataStore(transaction);
      const change = await accounts.take(token);
      if (!change) throw fail('linkNotValid');
      if (await accounts.isTaken(change.email)) throw failField('email', 'alreadyUsed', { name: 'email' });
      if (!(await accounts.changeEmail(change.userId, change.email))) throw fail('linkNotValid');
      await begunChanges(transaction).endResetLinks(change.userId);
      await noteActivity(transaction, change.userId, 'emailChanged', caller);
      return { email: change.email };
    }),
  );

  sendLetters(app, letterJob, () => Promise.resolve());
  jobs.repeat('changes of e-mail addresses that are over', hourMilliseconds, people.forgetOver);
}

/** Other users' browsers decode it, so its header must promise few pixels. */
function checkPicture(photo: string): void {
  const base64 = /^data:image\/(?:png|jpe?g);base64,([\d+/A-Za-z]+=*)$/.exec(photo)?.[1];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  const size = pictureSize(bytes);
  if (!size) throw failField('photo', 'noPicture');
  if (bytes.length > maximumPictureBytes || Math.max(size.width, size.height) > maximumPictureSidePx)
    throw failField('photo', 'pictureNotScaled');
}
