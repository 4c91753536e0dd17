import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';

export interface ProviderPerson {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailProven: boolean;
  readonly name: string;
  readonly surname: string;
  readonly groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Some providers send booleans as text or numbers. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** By name, or else by a dotted path such as `realm_access.roles` of Keycloak. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((inside, part) => {
    const isObject = typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part);
    return isObject ? (inside as Claims)[part] : undefined;
  }, claims);
}

function groupsOf(claims: Claims, claim: string): string[] {
  const value = claimOf(claims, claim);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((group): group is string => typeof group === 'string' && group !== '');
}

export const isIncomplete = (claims: Claims, groupsClaim: string | null): boolean =>
  claims['email'] === undefined ||
  (claims['email_verified'] === undefined && claims['xms_edov'] === undefined) ||
  (groupsClaim !== null && claimOf(claims, groupsClaim) === undefined);

/** ASCII only: lowercasing maps the Kelvin sign to `k`, another user's address. */
function emailOf({ email }: Claims): string | null {
  const { data } = z.safeParse(Email, email);
  return data === undefined || /[^\0-\x7f]/.test(String(email)) ? null : data;
}

/** Microsoft Entra sends `xms_edov` instead: the domain of the address is proven. */
const isProven = ({ email_verified: verified, xms_edov: ofDomain }: Claims): boolean => isTrue(verified ?? ofDomain);

/** `more` comes from userinfo. A proof holds only for the address of the same response. */
export function personOf(subject: string, token: Claims, groupsClaim: string, more: Claims = {}): ProviderPerson {
  const claims = { ...more, ...token };
  const email = emailOf(claims);
  const saying = [token, more].find((one) => emailOf(one) === email && (one['email_verified'] ?? one['xms_edov']) !== undefined);
  const [first = '', ...others] = textOf(claims['name']).split(/\s+/);
  return {
    subject,
    email,
    isEmailProven: email !== null && saying !== undefined && isProven(saying),
    name: textOf(claims['given_name']) || first,
    surname: textOf(claims['family_name']) || others.join(' '),
    groups: groupsOf(claims, groupsClaim),
  };
}
