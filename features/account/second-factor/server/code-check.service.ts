import { counterOf } from './app-codes.ts';
import { secondFactorStore } from './second-factor.store.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/schema.ts';

/** What a code was that has been taken. */
export type TakenCode = 'app' | 'recovery';

/**
 * Takes a code of somebody's app, or one of their recovery codes; null when it is neither, or was taken before. Give the transaction
 * that does what the code allows, so that it isn't lost where that fails.
 */
export async function takeCode(
  { sealing }: Pick<App, 'sealing'>,
  transaction: Database,
  userId: number,
  code: string,
): Promise<TakenCode | null> {
  const factors = secondFactorStore(transaction);
  const sealedKey = await factors.key(userId);
  if (sealedKey === null) return null;
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return (await factors.takeRecoveryCode(userId, code)) ? 'recovery' : null;
  // Sealed with another key it can't be read, and recovery codes are the way in.
  const key = sealing.open(sealedKey);
  const counter = key === null ? null : counterOf(key, digits, Date.now());
  return counter !== null && (await factors.takeCounter(userId, counter)) ? 'app' : null;
}
