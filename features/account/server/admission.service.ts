import { acceptedLanguage, type ConsoleLanguage } from '#contract/texts/languages.ts';
import { PlainName, withoutAddresses } from '#contract/fields.ts';
import { endMailedLinks, userStore } from './account.store.ts';
import type { ProviderPerson } from './provider.ts';
import { providerPeople, grantStore, type ProjectPlace } from './single-sign-on.store.ts';
import type { Reader } from '#server/app/letters.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { hashPassword, newSecret, type ProviderSettings, type ProviderGrant } from '#server/secrets/secrets.ts';
import { lastOnes } from './last-ones.store.ts';

interface Person {
  readonly id: number;
  readonly isAdmin: boolean;
}

/**
 * Applies the provider's groups: what grants name, the provider alone decides. The last administrator and the last owner
 * stay. Give a transaction.
 */
async function applyGrants(
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
  readonly wanted: ProjectPlace | null;
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

function placeOf(held: readonly ProviderGrant[], projectId: number): ProjectPlace | null {
  const here = held.filter((grant) => grant.kind !== 'administrator' && grant.projectId === projectId);
  if (here.length === 0) return null;
  const groups = here.flatMap((grant) => (grant.kind === 'member' ? grant.userGroups : []));
  return {
    isOwner: here.some(({ kind }) => kind === 'owner'),
    userGroups: [...new Set(groups)].toSorted((one, other) => one - other),
  };
}

interface Newcomer {
  readonly language: ConsoleLanguage;
  readonly unusedPassword: string;
  readonly tellLinked: (account: Reader) => Promise<void>;
}

interface Known {
  readonly id: number;
  readonly isBlocked: boolean;
  readonly isAdmin: boolean;
}

/**
 * Finds or creates the account of a provider's user and applies the provider's groups. A first sign-in links the account
 * of the address if the provider has proven it. Give a transaction; throws the reason for a refusal.
 */
export async function admit(
  db: Database,
  { issuer, grants }: ProviderSettings,
  person: ProviderPerson,
  { language, unusedPassword, tellLinked }: Newcomer,
): Promise<number> {
  const people = providerPeople(db);
  const users = userStore(db);

  async function linked(): Promise<Known> {
    const { email } = person;
    if (email === null || !person.isEmailProven) throw fail('providerEmailUnproven');
    const account = await users.findByEmail(email);
    const { id, isAdmin } = account ? await takeOver(account.id) : await make(email);
    if (!(await people.link(id, issuer, person.subject))) throw fail('providerOtherPerson', { email });
    if (account) await tellLinked({ email, language: acceptedLanguage(account.language ?? language) });
    return { id, isAdmin, isBlocked: account?.is_blocked === 1 };
  }

  /** The provider proves the address. The user who created the account without proving it loses access. */
  async function takeOver(id: number): Promise<Pick<Known, 'id' | 'isAdmin'>> {
    if (!(await users.isProven(id))) {
      await people.disarm(id, unusedPassword);
      await endMailedLinks(db, id);
      await users.markProven(id);
    }
    return { id, isAdmin: await users.isAdmin(id) };
  }

  /** The first user becomes administrator, unless the provider's groups decide that. */
  async function make(email: string): Promise<Pick<Known, 'id' | 'isAdmin'>> {
    const isFirst = await users.isEmpty();
    const administrators = grants.filter(({ kind }) => kind === 'administrator').map(({ group }) => group);
    if (isFirst && administrators.length > 0 && !administrators.some((group) => person.groups.includes(group)))
      throw fail('providerFirstAdministrator');
    const names = { name: nameOf(person.name, email), surname: nameOf(person.surname, '') };
    const id = await users.insert({ email, ...names, language, passwordHash: unusedPassword, isProven: true, isFirst });
    // A concurrent call took the address or was first.
    if (id === null) throw fail('providerSignInOver');
    return { id, isAdmin: isFirst };
  }

  const known = (await people.find(issuer, person.subject)) ?? (await linked());
  if (known.isBlocked) throw fail('ownAccountBlocked');
  await applyGrants(db, known, person.groups, grants);
  return known.id;
}

function nameOf(text: string, email: string): string {
  const { data } = PlainName.safeParse(text);
  return data ?? withoutAddresses(email.split('@')[0] ?? '');
}

export const unusedPasswordHash = (): Promise<string> => hashPassword(newSecret());
