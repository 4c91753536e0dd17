import { acceptedLanguage, type TextLanguage } from '#contract/texts/languages.ts';
import { PlainName, withoutAddresses } from '#contract/fields.ts';
import { begunChanges, userStore } from '#features/account/server/account.store.ts';
import type { ProviderPerson } from './provider-claims.ts';
import { applyGrants } from './provider-grants.service.ts';
import { providerPeople } from './single-sign-on.store.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { hashPassword, newSecret, type ProviderSettings } from '#server/secrets/secrets.ts';

export interface LinkedAccount {
  readonly id: number;
  readonly email: string;
  readonly language: TextLanguage;
}

interface Newcomer {
  readonly language: TextLanguage;
  readonly unusedPassword: string;
  readonly tellLinked: (account: LinkedAccount) => Promise<void>;
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
    if (account) await tellLinked({ id, email, language: acceptedLanguage(account.language ?? language) });
    return { id, isAdmin, isBlocked: account?.is_blocked === 1 };
  }

  /** The provider proves the address. The user who created the account without proving it loses access. */
  async function takeOver(id: number): Promise<Pick<Known, 'id' | 'isAdmin'>> {
    if (!(await users.isProven(id))) {
      await people.disarm(id, unusedPassword);
      await begunChanges(db).endResetLinks(id);
      await begunChanges(db).cancelEmailChange(id);
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
