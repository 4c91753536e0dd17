import { readFileSync } from 'node:fs';
import { isSection, type Permission, sectionGroups } from '#contract/permission.ts';
import type { ProviderGrant, ProviderSettings } from '#server/secrets/secrets.ts';
import { ConfigError } from '#apps/server/config-error.ts';

const defaultName = 'Single sign-on';
const defaultGroupsClaim = 'groups';
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const exampleGrants = 'search-admins=admin; merchandisers=4:search,data; shop-owners=4:owner';

/** Meaningless without an issuer. */
const aboutProvider = [
  'AISLE_OIDC_CLIENT_ID',
  'AISLE_OIDC_CLIENT_SECRET',
  'AISLE_OIDC_CLIENT_SECRET_FILE',
  'AISLE_OIDC_NAME',
  'AISLE_OIDC_GROUPS',
  'AISLE_OIDC_GROUPS_CLAIM',
];

type Environment = Readonly<Record<string, string | undefined>>;

/** null: none. Throws `ConfigError`. */
export function providerOf(env: Environment): ProviderSettings | null {
  const { AISLE_OIDC_ISSUER: issuer, AISLE_OIDC_CLIENT_ID: clientId } = env;
  if (!issuer) {
    const stray = aboutProvider.find((name) => env[name]);
    if (stray !== undefined) throw new ConfigError(`${stray} is set without AISLE_OIDC_ISSUER; set the issuer, too.`);
    return null;
  }
  if (!isUsable(issuer))
    throw new ConfigError(`AISLE_OIDC_ISSUER is "${issuer}"; use an https:// address (http:// is for this machine alone).`);
  if (!clientId) throw new ConfigError('AISLE_OIDC_CLIENT_ID is missing; the provider has given it to you.');
  return {
    issuer,
    clientId,
    clientSecret: secretOf(env),
    name: env.AISLE_OIDC_NAME || defaultName,
    groupsClaim: env.AISLE_OIDC_GROUPS_CLAIM || defaultGroupsClaim,
    grants: grantsOf(env.AISLE_OIDC_GROUPS),
  };
}

function isUsable(issuer: string): boolean {
  const url = URL.parse(issuer);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

function secretOf({ AISLE_OIDC_CLIENT_SECRET: secret, AISLE_OIDC_CLIENT_SECRET_FILE: file }: Environment): string {
  if (secret) return secret;
  if (!file)
    throw new ConfigError('AISLE_OIDC_CLIENT_SECRET is missing; set it, or a file with it in AISLE_OIDC_CLIENT_SECRET_FILE.');
  try {
    const read = readFileSync(file, 'utf8').trim();
    if (read !== '') return read;
  } catch {}
  throw new ConfigError(`AISLE_OIDC_CLIENT_SECRET_FILE is "${file}", which is empty or can't be read.`);
}

/** `group=admin; group=4:search,data; group=4:owner`; a group may occur several times. */
function grantsOf(text = ''): ProviderGrant[] {
  const entries = text
    .split(';')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => {
    const grant = grantOf(entry);
    if (!grant) throw new ConfigError(`AISLE_OIDC_GROUPS has "${entry}"; use something such as ${exampleGrants}.`);
    return grant;
  });
}

/** A name may contain `=`, but no semicolon. */
function grantOf(entry: string): ProviderGrant | null {
  const at = entry.lastIndexOf('=');
  const group = entry.slice(0, at).trim();
  const what = entry.slice(at + 1).trim();
  if (at < 1 || group === '') return null;
  if (what === 'admin') return { kind: 'administrator', group };
  const [, id, names = ''] = /^(\d{1,15})\s*:(.+)$/.exec(what) ?? [];
  const projectId = Number(id);
  const sections = names.split(',').map((name) => name.trim());
  if (id === undefined || projectId < 1) return null;
  if (sections.length === 1 && sections[0] === 'owner') return { kind: 'owner', group, projectId };
  const known = sections.filter((name) => isSection(name as Permission)) as (keyof typeof sectionGroups)[];
  if (known.length !== sections.length) return null;
  return { kind: 'member', group, projectId, userGroups: known.map((name) => sectionGroups[name]) };
}
