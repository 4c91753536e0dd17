import type { Rights } from '#contract/permission.ts';
import type { Profile } from '#features/account/account.contract.ts';
import { userStore } from '#features/account/server/account.store.ts';
import { noteActivity } from '#features/account/activity/server/activity.service.ts';
import { knownPlaceStore, type Place } from './known-places.store.ts';
import type { App } from '#server/app/app.ts';
import { deviceCookie } from '#server/http/device-cookie.ts';
import { fail } from '#server/base/fail.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import type { User } from '#server/secrets/sessions.ts';

export interface OpenedSession {
  readonly token: string;
  readonly user: Profile;
  readonly headers: Readonly<Record<string, string>>;
}

interface SignInPlace extends Place {
  readonly agent: string;
}

export async function openSession(
  { db, sessions, settings }: App,
  userId: number,
  place: SignInPlace,
  { isByProvider = false } = {},
): Promise<OpenedSession> {
  const places = knownPlaceStore(db);
  const token = await sessions.open(userId, { isByProvider });
  const user = await sessions.find(token);
  if (!user) throw fail('loginIncorrect');
  // Device secrets are renewed unless this user has used them: someone may have planted it.
  const isKnown = place.device !== null && (await places.known(userId, place)).isDevice;
  const device = isKnown && place.device !== null ? place.device : newSecret();
  await noteActivity(db, userId, 'signedIn', { ...place, sessionToken: token });
  await places.remember(userId, { address: place.address, device });
  return { token, user: profileOf(user, noRights), headers: { 'set-cookie': deviceCookie(device, settings.publicUrl) } };
}

/** Refuses if the password is no longer `password_hash`. */
export async function openUnchanged(
  app: App,
  { id, email, password_hash }: { readonly id: number; readonly email: string; readonly password_hash: string },
  place: SignInPlace,
): Promise<OpenedSession> {
  const opened = await openSession(app, id, place);
  // A changed password ended all sessions but this new one.
  if ((await userStore(app.db).findByEmail(email))?.password_hash === password_hash) return opened;
  await app.sessions.close(opened.token);
  throw fail('loginIncorrect');
}

export function refuseWithoutPasswords({ settings: { takesPasswords, provider } }: Pick<App, 'settings'>): void {
  if (!takesPasswords) throw fail('passwordsOff', { provider: provider?.name ?? '' });
}

export const profileOf = (user: User, rights: Rights): Profile => ({
  id: user.id,
  name: user.name,
  surname: user.surname,
  email: user.email,
  is_admin: user.isAdmin,
  is_owner: rights.is_owner,
  user_groups: [...rights.user_groups],
  owes_second_factor: user.owesSecondFactor,
  language: user.language,
});

const noRights: Rights = { is_admin: false, is_owner: false, user_groups: [] };
