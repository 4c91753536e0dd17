import { InOrder } from '#process-kit/in-order.ts';
import type { Database } from '#server/db/schema.ts';
import { countSharedAttempts } from '#server/http/shared-attempts.ts';
import { knownPlaceStore, type Place } from './known-places.store.ts';

/** Wrong passwords that are checked within an hour. Only the first two together can be used by somebody who never signed in before. */
export const guessLimits = {
  /** Of one account, from all places together that its owner never signed in from. */
  byStrangers: 10,
  /** Of one account, from addresses that its owner signed in from; others may share them. */
  atKnownAddresses: 10,
  /** Of one account, from one of the first two kinds of places, so that one guesser leaves tries to the owner. */
  atOneAddress: 8,
  /** Of one account, from one browser that its owner signed in with. */
  atKnownDevice: 20,
  /** Of all accounts, from one address, by those who never signed in from there. */
  byStrangersAtOneAddress: 200,
} as const;

const hourSeconds = 3_600;

interface Guess {
  readonly email: string;
  /** 0 when nobody has the address. */
  readonly userId: number;
  readonly place: Place;
}

/**
 * Limits guessing of passwords, over all servers of a database. Only wrong passwords count, and what strangers do counts apart from the
 * places that an owner has signed in from, so nobody locks an owner out who sits where they always sit.
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
     * Answers whether the password is right. Throws `tooManyRequests`, without looking at it, once too many were wrong. Each try is counted
     * before it is checked and given back when it was right; tries of one place wait for each other, so that many right ones at once are
     * not taken for guesses.
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
