import { noteActivity } from '#features/account/server/activity.service.ts';
import { endMailedLinks } from '#features/account/server/account.store.ts';
import { profileOf } from '#features/account/server/sign-in.service.ts';
import {
  cancelEmailChange,
  changeUserData,
  confirmEmail,
  mailEmailChangeAgain,
  maximumPictureBytes,
  readUserData,
  type UserData,
} from '#features/account/profile/profile.contract.ts';
import { personalDataStore, linkHours } from './profile.store.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { type LetterKit, postAccountLetter, type Reader, tokenPath, writeLetter } from '#server/app/letters.ts';
import { limitMails } from '#server/limits/attempts.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';
import type { Letter } from '#server/mail/mail.ts';

export const newAddressLetter = (kit: LetterKit, reader: Reader, token: string): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('Confirm your new e-mail address'),
    path: tokenPath('/email-change', token),
    before: [
      t('Someone wants to use this e-mail address for Aisle. If it was you, open this link within {hours} hours.', {
        hours: linkHours,
      }),
    ],
    after: [t('If it wasn’t you, ignore this mail.')],
  }));

export const oldAddressLetter = (kit: LetterKit, reader: Reader, email: string): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('Your e-mail address is about to change'),
    path: '/password-reset',
    before: [
      t('Someone signed in to your Aisle account is changing its e-mail address to {email}.', { email }),
      t('If it wasn’t you, set a new password now. This cancels the change and signs everyone out:'),
    ],
  }));

export const maximumPictureSidePx = 1024;

export function pictureSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  if (
    bytes.length >= 24 &&
    bytes.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001A\n' &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  )
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xff_d8 ? jpegSize(bytes) : null;
}

/** Finds the frame header (ITU T.81, B.1.1.3): SOF0 to SOF15 without DHT, JPG and DAC. */
function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

export function servePersonalData(app: App): void {
  const { db } = app;
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
    await personalDataStore(transaction).begin(user.id, email, token);
    await postAccountLetter(app, transaction, newAddressLetter(app, { email, language }, token));
    await postAccountLetter(app, transaction, oldAddressLetter(app, { email: user.email, language }, email));
  }

  serve(app, readUserData, (_input, caller) => dataOf(caller));

  serve(app, changeUserData, async ({ email, photo: sent, version, ...texts }, caller) => {
    const { user } = caller;
    // Clients that send back all they read send the stored picture.
    const isOtherPicture = typeof sent === 'string' && sent !== (await people.read(user.id)).photo;
    if (isOtherPicture) checkPicture(sent);
    const isOther = email !== user.email;
    if (isOther) await refuseAddress(user.id, email);
    await db.transaction().execute(async (transaction) => {
      const accounts = personalDataStore(transaction);
      await accounts.hold(user.id);
      const stored = await accounts.read(user.id);
      if (version !== undefined && version !== stored.version)
        throw fail('changedMeanwhile', { person: `${stored.name} ${stored.surname}` });
      await accounts.write(user.id, { ...texts, photo: sent });
      if (isOther) await beginChange(transaction, caller, email);
      else await endMailedLinks(transaction, user.id, ['email_change']);
    });
    return dataOf(caller);
  });

  serve(app, mailEmailChangeAgain, async (_input, caller) => {
    const email = foundIn((await people.read(caller.user.id)).new_email, 'email');
    await refuseAddress(caller.user.id, email);
    await db.transaction().execute((transaction) => beginChange(transaction, caller, email));
    return {};
  });

  serve(app, cancelEmailChange, async (_input, caller) => {
    await endMailedLinks(db, caller.user.id, ['email_change']);
    return dataOf(caller);
  });

  serve(app, confirmEmail, ({ token }, caller) =>
    db.transaction().execute(async (transaction) => {
      const accounts = personalDataStore(transaction);
      const change = await accounts.take(token);
      if (!change) throw fail('linkNotValid');
      if (await accounts.isTaken(change.email)) throw failField('email', 'alreadyUsed', { name: 'email' });
      if (!(await accounts.changeEmail(change.userId, change.email))) throw fail('linkNotValid');
      await endMailedLinks(transaction, change.userId);
      await noteActivity(transaction, change.userId, 'emailChanged', caller);
      return { email: change.email };
    }),
  );
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
