import type { Rights } from '#contract/permission.ts';
import type { Profile } from '#features/account/account.contract.ts';
import { userStore, knownPlaceStore, type Place } from './account.store.ts';
import { noteActivity } from './activity.service.ts';
import type { App } from '#server/app/app.ts';
import { deviceCookie } from '#server/app/access.ts';
import { fail, failField } from '#server/base/fail.ts';
import { newSecret, isPassword } from '#server/secrets/secrets.ts';
import type { User } from '#server/secrets/sessions.ts';
import { InOrder } from '#process-kit/in-order.ts';
import type { Database } from '#server/db/schema.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';

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

/** Wrong passwords per hour. */
export const guessLimits = {
  /** One account, all unknown places together. */
  byStrangers: 10,
  /** One account, addresses its owner has signed in from (others may share them). */
  atKnownAddresses: 10,
  /** One account, one address. */
  atOneAddress: 8,
  /** One account, one browser its owner has signed in with. */
  atKnownDevice: 20,
  /** All accounts, one address nobody has signed in from. */
  byStrangersAtOneAddress: 200,
} as const;

const hourSeconds = 3_600;

interface Guess {
  readonly email: string;
  /** 0 for an unknown address. */
  readonly userId: number;
  readonly place: Place;
}

/**
 * Shared by all servers of a database. Strangers are counted apart from places the owner has signed in from, so that
 * nobody can lock an owner out.
 */
export function limitGuessing(db: Database) {
  const places = knownPlaceStore(db);
  const hourly = (name: keyof typeof guessLimits) =>
    countSharedAttempts(db, { name: `password ${name}`, maximum: guessLimits[name], windowSeconds: hourSeconds });
  const limits = {
    byStrangers: hourly('byStrangers'),
    atKnownAddresses: hourly('atKnownAddresses'),
    atOneAddress: hourly('atOneAddress'),
    atKnownDevice: hourly('atKnownDevice'),
    byStrangersAtOneAddress: hourly('byStrangersAtOneAddress'),
  };
  const turns = new InOrder();

  async function countersOf({ email, userId, place }: Guess): Promise<readonly (readonly [keyof typeof limits, string])[]> {
    const { isAddress, isDevice } = await places.known(userId, place);
    if (isDevice) return [['atKnownDevice', `${email} ${place.device}`]];
    const atOneAddress = ['atOneAddress', `${email} ${place.address}`] as const;
    if (isAddress) return [atOneAddress, ['atKnownAddresses', email]];
    return [atOneAddress, ['byStrangersAtOneAddress', place.address], ['byStrangers', email]];
  }

  return {
    /**
     * Throws `tooManyRequests` without checking once too many were wrong. A try is counted first and given back if right;
     * tries of one place queue up, so that concurrent right ones don't count as guesses.
     */
    async check(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
      const counters = await countersOf(guess);
      return turns.run(counters[0]!.join(' '), async () => {
        const taken: (() => Promise<void>)[] = [];
        const giveBack = () => Promise.all(taken.map((back) => back()));
        try {
          for (const [name, key] of counters) {
            await limits[name].take(key);
            taken.push(() => limits[name].giveBack(key));
          }
        } catch (error) {
          await giveBack();
          throw error;
        }
        const right = await isRight();
        if (right) await giveBack();
        return right;
      });
    },
  };
}

/**
 * Wrong passwords count as at sign-in, so that an open session is no way to guess. Throws at the field `password`; returns
 * the stored hash.
 */
export function askPassword({ db }: App) {
  const users = userStore(db);
  const guessing = limitGuessing(db);
  return async (user: User, address: string, password: string): Promise<string> => {
    const stored = await users.findByEmail(user.email);
    const guess = { email: user.email, userId: user.id, place: { address, device: null } };
    const isRight = await guessing.check(guess, () => isPassword(password, stored?.password_hash ?? null));
    if (!isRight || !stored) throw failField('password', 'currentPasswordWrong');
    return stored.password_hash;
  };
}
