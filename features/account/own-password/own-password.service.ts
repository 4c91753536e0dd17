import { limitGuessing } from '#features/account/sessions/guessing.service.ts';
import { userStore } from '#features/account/server/account.store.ts';
import type { App } from '#server/app.ts';
import { failField } from '#server/fail.ts';
import { isPassword } from '#server/secrets/passwords.ts';
import type { User } from '#server/secrets/sessions.ts';

/**
 * Asks somebody who is signed in for their password once more. A wrong one counts as at sign-in, so that a session which was left open
 * is no way to guess. Throws at the field `password`, and answers the stored hash.
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
