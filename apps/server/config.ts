import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { type SignUpMode, signUpModes, isSection, type Permission, sectionGroups } from '#contract/permission.ts';
import type { TrustedProxies } from '#server/http/client-address.ts';
import { type S3Settings, s3SettingsOf } from '#server/files/s3-files.ts';
import { type RedisSettings, redisSettingsOf } from '#server/cache/redis/redis-settings.ts';
import type { ProviderSettings, ProviderGrant } from '#server/secrets/secrets.ts';
import { defaultSimilarityPercent, type EmbeddingsSettings } from '#server/embeddings/embeddings-endpoint.ts';
import { type CallRates, defaultCallRates } from '#server/limits/call-limits.ts';
import { defaultRawDays, leastRawDays, mostRawDays } from '#server/stats/raw-days.ts';

/** The message is one sentence that says what to do. */
export class ConfigError extends Error {}

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
function providerOf(env: Environment): ProviderSettings | null {
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

export const leastSecretKeyLength = 32;
const leastMetricsTokenLength = 16;

function secretKeyOf(text: string | undefined): string | null {
  if (!text) return null;
  if (text.length < leastSecretKeyLength)
    throw new ConfigError(
      `AISLE_SECRET_KEY is shorter than ${leastSecretKeyLength} characters; use a random one, such as of \`openssl rand -base64 32\`.`,
    );
  return text;
}

function metricsTokenOf(text: string | undefined): string | null {
  if (!text) return null;
  // Printable ASCII, as header values must be.
  if (text.length >= leastMetricsTokenLength && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new ConfigError(
    `AISLE_METRICS_TOKEN is not usable; give it at least ${leastMetricsTokenLength} letters, digits and signs without spaces, such as of \`openssl rand -hex 32\`.`,
  );
}

/** Its password isn't repeated. */
function smtpUrlOf(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '') return text;
  throw new ConfigError(
    'AISLE_SMTP_URL is not usable; use something such as smtps://user:password@mail.example.com, with special characters of the password percent-encoded.',
  );
}

const mostProxies = 10;

/** Trusting everyone would let visitors choose their address. */
function trustedProxiesOf(text = ''): TrustedProxies {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const [first = '0'] = entries;
  if (entries.length < 2 && /^\d+$/.test(first) && Number(first) <= mostProxies) return Number(first);
  if (entries.every(isNetwork)) return entries;
  throw new ConfigError(
    `AISLE_TRUST_PROXY is "${text}"; use how many proxies stand in front, such as 1, or their addresses and networks, such as 10.0.0.5, 10.1.0.0/16.`,
  );
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)));
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** null: the data folder. */
  readonly files: ({ readonly kind: 's3' } & S3Settings) | null;
  /** null: the embedded engine. */
  readonly openSearch: { readonly url: string; readonly prefix: string } | null;
  /** null: in memory only. */
  readonly redis: RedisSettings | null;
  /** Encrypts stored passwords; null: the data folder's key. */
  readonly secretKey: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** null: where the server listens. */
  readonly publicUrl: string | null;
  readonly allowedPrivateFeeds: readonly string[];
  readonly logLevel: string;
  /** Bytes of loaded collections, least recently searched evicted first; null: the engine's default. */
  readonly indexMemoryBytes: number | null;
  /** Threads that answer shops; 0: the main thread does. */
  readonly searchThreads: number;
  /** 0: none. */
  readonly trustedProxies: TrustedProxies;
  /** null: administrators decide in the console. */
  readonly signUp: SignUpMode | null;
  /** False: the identity provider manages people. */
  readonly managesUsers: boolean;
  /** False: administrators decide. */
  readonly demandsSecondFactor: boolean;
  /** null: none. */
  readonly provider: ProviderSettings | null;
  readonly takesPasswords: boolean;
  readonly callRates: CallRates;
  readonly rawDays: number;
  /** null: no search by meaning. */
  readonly embeddings: EmbeddingsSettings | null;
  /** null: no metrics. */
  readonly metricsToken: string | null;
}

const defaultPort = 4600;
const defaultHost = '127.0.0.1';
const defaultDataDirectory = './data';
const exampleIndexMegabytes = 4096;
/** More take more memory. */
const mostDefaultSearchThreads = 4;
const mostSearchThreads = 64;
const defaultOpenSearchPrefix = 'aisle';
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

/** Reads `AISLE_…` variables. Throws `ConfigError`. */
export function readConfig(env: Environment): Config {
  const provider = providerOf(env);
  const takesPasswords = choiceOf(env, 'AISLE_PASSWORD_SIGNIN', ['on', 'off']) === 'on';
  if (!takesPasswords && provider === null)
    throw new ConfigError('AISLE_PASSWORD_SIGNIN is off, so nobody could sign in; set AISLE_OIDC_ISSUER, too.');
  return {
    port: wholeNumberOf(env, 'AISLE_PORT', { usual: defaultPort, most: 65_535, hint: 'a number from 1 to 65535' }),
    host: env.AISLE_HOST || defaultHost,
    dataDirectory: path.resolve(env.AISLE_DATA || defaultDataDirectory),
    databaseUrl: env.AISLE_DATABASE_URL || null,
    files: filesOf(env),
    openSearch: openSearchOf(env.AISLE_OPENSEARCH_URL, env.AISLE_OPENSEARCH_PREFIX),
    redis: redisOf(env.AISLE_REDIS_URL),
    secretKey: secretKeyOf(env.AISLE_SECRET_KEY),
    smtpUrl: smtpUrlOf(env.AISLE_SMTP_URL),
    mailFrom: env.AISLE_MAIL_FROM || 'Aisle <aisle@localhost>',
    publicUrl: env.AISLE_PUBLIC_URL || null,
    allowedPrivateFeeds: (env.AISLE_ALLOW_PRIVATE_FEEDS ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel: choiceOf(env, 'AISLE_LOG_LEVEL', logLevels, 'warn'),
    indexMemoryBytes: indexMemoryOf(env),
    searchThreads: wholeNumberOf(env, 'AISLE_SEARCH_THREADS', {
      usual: availableParallelism() > 1 ? Math.min(mostDefaultSearchThreads, availableParallelism()) : 0,
      most: mostSearchThreads,
      hint: `a number from 0 to ${mostSearchThreads}`,
    }),
    trustedProxies: trustedProxiesOf(env.AISLE_TRUST_PROXY),
    signUp: env.AISLE_SIGNUP ? choiceOf(env, 'AISLE_SIGNUP', signUpModes) : null,
    managesUsers: choiceOf(env, 'AISLE_USERS', ['on', 'off']) === 'on',
    demandsSecondFactor: choiceOf(env, 'AISLE_REQUIRE_TWO_FACTOR', ['false', 'true']) === 'true',
    provider,
    takesPasswords,
    callRates: callRatesOf(env),
    rawDays: wholeNumberOf(env, 'AISLE_RAW_DAYS', {
      usual: defaultRawDays,
      least: leastRawDays,
      most: mostRawDays,
      hint: `a whole number of days from ${leastRawDays} to ${mostRawDays}, such as ${defaultRawDays}`,
    }),
    embeddings: embeddingsOf(env),
    metricsToken: metricsTokenOf(env.AISLE_METRICS_TOKEN),
  };
}

const quoted = (name: string, env: Environment): string => `${name} is "${env[name]}"`;

/** The first one by default. */
function choiceOf<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
  usual = choices[0],
): Choice {
  const choice = choices.find((known) => known === (env[name] || usual));
  if (choice === undefined)
    throw new ConfigError(`${quoted(name, env)}; use ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`);
  return choice;
}

interface NumberRange {
  readonly usual: number;
  readonly least?: number;
  readonly most?: number;
  readonly hint: string;
}

function wholeNumberOf(env: Environment, name: string, { usual, least = 0, most = Infinity, hint }: NumberRange): number {
  const value = Number(env[name] || usual);
  if (!Number.isInteger(value) || value < least || value > most) throw new ConfigError(`${quoted(name, env)}; use ${hint}.`);
  return value;
}

function indexMemoryOf(env: Environment): number | null {
  const hint = `a number of megabytes, such as ${exampleIndexMegabytes}`;
  const megabytes = wholeNumberOf(env, 'AISLE_INDEX_MEMORY', { usual: 0, least: env.AISLE_INDEX_MEMORY ? 1 : 0, hint });
  return megabytes === 0 ? null : megabytes * 1024 * 1024;
}

function callRatesOf(env: Environment): CallRates {
  const rate = (name: string, usual: number): number =>
    wholeNumberOf(env, name, { usual, least: 1, hint: `a whole number of calls a second, such as ${usual}` });
  return {
    visitorCallsPerSecond: rate('AISLE_VISITOR_CALLS', defaultCallRates.visitorCallsPerSecond),
    projectCallsPerSecond: rate('AISLE_PROJECT_CALLS', defaultCallRates.projectCallsPerSecond),
    personCallsPerSecond: rate('AISLE_PERSON_CALLS', defaultCallRates.personCallsPerSecond),
  };
}

function openSearchOf(url: string | undefined, prefix = ''): Config['openSearch'] {
  if (!url) return null;
  const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  // Not quoted: it may contain a password.
  if (!url.split(',').every((text) => isAddress(text.trim())))
    throw new ConfigError(
      'AISLE_OPENSEARCH_URL is not an address; use http://host:9200, or several of them with commas between.',
    );
  if (!/^[a-z0-9-]*$/.test(prefix))
    throw new ConfigError(`AISLE_OPENSEARCH_PREFIX is "${prefix}"; use small letters, digits and hyphens.`);
  return { url, prefix: prefix || defaultOpenSearchPrefix };
}

/** Not quoted: it may contain a secret. */
function filesOf({
  AISLE_FILES_URL: url,
  AISLE_FILES_KEY: key = '',
  AISLE_FILES_SECRET: secret = '',
}: Environment): Config['files'] {
  if (!url) return null;
  const settings = s3SettingsOf(url, { key, secret });
  if (settings !== null) return { kind: 's3', ...settings };
  throw new ConfigError(
    'AISLE_FILES_URL is not an address of a bucket; use s3://host:9000/bucket?region=eu-central-1, with key and secret in AISLE_FILES_KEY and AISLE_FILES_SECRET. A server without TLS takes tls=off.',
  );
}

/** The key and the address aren't quoted: both may contain a secret. */
function embeddingsOf(env: Environment): EmbeddingsSettings | null {
  const { AISLE_EMBEDDINGS_URL: text, AISLE_EMBEDDINGS_KEY: key = '', AISLE_EMBEDDINGS_MODEL: model } = env;
  const percent = wholeNumberOf(env, 'AISLE_EMBEDDINGS_SIMILARITY', {
    usual: defaultSimilarityPercent,
    most: 100,
    hint: `a whole number of percent from 0 to 100, such as ${defaultSimilarityPercent}`,
  });
  if (!text) return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ConfigError(
      'AISLE_EMBEDDINGS_URL is not an address; use something such as https://api.openai.com/v1 or http://localhost:11434/v1, with the key in AISLE_EMBEDDINGS_KEY.',
    );
  if (!model) throw new ConfigError('AISLE_EMBEDDINGS_MODEL is missing; name a model of the endpoint, such as bge-m3.');
  if (!/^[\x21-\x7e]*$/.test(key)) throw new ConfigError('AISLE_EMBEDDINGS_KEY contains spaces or signs that no key has.');
  return { url: text, key, model, leastSimilarity: percent / 100 };
}

/** For URLs; a wildcard address becomes localhost. */
export function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Not quoted: it may contain a secret. */
function redisOf(url: string | undefined): RedisSettings | null {
  if (!url) return null;
  const settings = redisSettingsOf(url);
  if (settings !== null) return settings;
  throw new ConfigError(
    'AISLE_REDIS_URL is not an address of a Redis; use redis://user:password@host:6379/0, or rediss:// with TLS. All but the host may be left out.',
  );
}
