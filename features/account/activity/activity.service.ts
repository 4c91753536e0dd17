import type { ActivityKind } from './activity.contract.ts';
import { browserName, maskedAddress } from './activity-place.ts';
import { activityStore } from './activity.store.ts';
import type { Database } from '#server-kit/db/schema.ts';

interface Doer {
  readonly address: string;
  readonly agent: string;
  readonly sessionToken?: string;
}

/** Keeps that somebody did something with their account, for them to see. Give the transaction that does it. */
export const noteActivity = (
  db: Database,
  userId: number,
  kind: ActivityKind,
  { address, agent, sessionToken }: Doer,
): Promise<void> =>
  activityStore(db).note(userId, kind, { browser: browserName(agent), address: maskedAddress(address) }, sessionToken ?? null);
