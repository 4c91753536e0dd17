import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { grantStore, type Place } from './single-sign-on.store.ts';
import type { Database } from '#server/db/schema.ts';
import type { ProviderGrant } from '#server/secrets/secrets.ts';

interface Person {
  readonly id: number;
  readonly isAdmin: boolean;
}

/**
 * Applies the provider's groups: what grants name, the provider alone decides. The last administrator and the last owner
 * stay. Give a transaction.
 */
export async function applyGrants(
  db: Database,
  person: Person,
  groups: readonly string[],
  grants: readonly ProviderGrant[],
): Promise<void> {
  const held = grants.filter(({ group }) => groups.includes(group));
  const isAdministrator = ({ kind }: ProviderGrant): boolean => kind === 'administrator';
  if (grants.some(isAdministrator)) await setAdministrator(db, person, held.some(isAdministrator));
  // In order of id, against deadlocks.
  const named = [...new Set(grants.flatMap((grant) => (grant.kind === 'administrator' ? [] : [grant.projectId])))];
  for (const projectId of named.toSorted((one, other) => one - other)) {
    const decidesOwners = grants.some((grant) => grant.kind === 'owner' && grant.projectId === projectId);
    await setPlace(db, person.id, { projectId, decidesOwners, wanted: placeOf(held, projectId) });
  }
}

async function setAdministrator(db: Database, { id, isAdmin }: Person, isWanted: boolean): Promise<void> {
  if (isAdmin === isWanted) return;
  const last = lastOnes(db);
  await last.hold.administrators();
  if (!isWanted && (await last.administrators()).every((other) => other === id)) return;
  await grantStore(db).setAdministrator(id, isWanted);
}

interface Change {
  readonly projectId: number;
  /** Some group gives the ownership of the project. */
  readonly decidesOwners: boolean;
  readonly wanted: Place | null;
}

async function setPlace(db: Database, userId: number, { projectId, decidesOwners, wanted }: Change): Promise<void> {
  const [places, last] = [grantStore(db), lastOnes(db)];
  if (!(await places.isProject(projectId))) return;
  await last.hold.project({ id: projectId });
  const losesOwnership = wanted?.isOwner !== true && (await places.owns(userId, projectId));
  if (losesOwnership && (!decidesOwners || (await last.onlyOwned(userId, { id: projectId })).length > 0)) return;
  if (wanted === null) await places.remove(userId, projectId);
  else await places.place(userId, projectId, wanted);
}

function placeOf(held: readonly ProviderGrant[], projectId: number): Place | null {
  const here = held.filter((grant) => grant.kind !== 'administrator' && grant.projectId === projectId);
  if (here.length === 0) return null;
  const groups = here.flatMap((grant) => (grant.kind === 'member' ? grant.userGroups : []));
  return {
    isOwner: here.some(({ kind }) => kind === 'owner'),
    userGroups: [...new Set(groups)].toSorted((one, other) => one - other),
  };
}
