import type { ActivityKind } from '#features/account/activity/activity.contract.ts';
import { type ActivityPlace, browserName, maskedAddress } from './activity-place.ts';
import { activityStore } from './activity.store.ts';
import type { Database } from '#server/db/schema.ts';

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
