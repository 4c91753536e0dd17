import type { ActivityKind } from '#features/account/account.contract.ts';
import { activityStore } from './account.store.ts';
import type { Database } from '#server/db/schema.ts';

export interface ActivityPlace {
  readonly browser: string;
  readonly address: string;
}

/** The first match: many agents name several browsers. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (names: typeof browsers, agent: string): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** `Firefox, Linux`. Only these names are stored, so agents can't inject text. */
export const browserName = (agent: string): string =>
  [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== '').join(', ');

export function maskedAddress(address: string): string {
  const [first = '', second = '', ...others] = address.split(address.includes(':') ? ':' : '.');
  if (others.length === 0) return '';
  return address.includes(':') ? `${first}:${second}:…` : `${first}.${second}.x.x`;
}

interface Doer {
  readonly address: string;
  readonly agent: string;
  readonly sessionToken?: string;
}

/** Give the transaction of the change. */
export const noteActivity = (
  db: Database,
  userId: number,
  kind: ActivityKind,
  { address, agent, sessionToken }: Doer,
): Promise<void> => activityStore(db).note(userId, kind, placeOf({ address, agent }), sessionToken ?? null);

/** At most once an hour for each place, so that guessing doesn't flood the list. */
export async function noteFailedSignIn(db: Database, userId: number, doer: Doer): Promise<void> {
  const isNoted = await activityStore(db).isNoted(userId, 'signInFailed', placeOf(doer));
  if (!isNoted) await noteActivity(db, userId, 'signInFailed', doer);
}

const placeOf = ({ address, agent }: Doer): ActivityPlace => ({ browser: browserName(agent), address: maskedAddress(address) });
