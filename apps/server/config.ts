import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type SignUpMode, signUpModes } from '#contract/permission.ts';
import type { TrustedProxies } from '#server/http/client-address.ts';
import { type S3Settings, s3SettingsOf } from '#server/files/s3-files.ts';
import { type RedisSettings, redisSettingsOf } from '#server/cache/redis/redis-settings.ts';
import { ConfigError } from '#apps/server/config-error.ts';
import { providerOf } from '#apps/server/provider-config.ts';
import { metricsTokenOf, secretKeyOf } from '#apps/server/secrets-config.ts';
import type { ProviderSettings } from '#server/secrets/secrets.ts';
import { type CallRates, defaultCallRates } from '#server/limits/call-limits.ts';
import { defaultRawDays, leastRawDays, mostRawDays } from '#server/stats/raw-days.ts';
import { isIP } from 'node:net';

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
  /** 0: search on the answering thread. */
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
  /** null: no metrics. */
  readonly metricsToken: string | null;
}

const defaultPort = 4600;
const defaultHost = '127.0.0.1';
const defaultDataDirectory = './data';
const exampleIndexMegabytes = 4096;
/** More take more memory; the answering thread keeps about two busy. */
const mostDefaultSearchThreads = 3;
const mostSearchThreads = 64;
const defaultOpenSearchPrefix = 'aisle';
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'];

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `AISLE_…` variables. Throws `ConfigError`. */
export function readConfig(env: Environment): Config {
  const port = portOf(env.AISLE_PORT);
  const host = env.AISLE_HOST || defaultHost;
  const logLevel = env.AISLE_LOG_LEVEL || 'warn';
  if (!logLevels.includes(logLevel))
    throw new ConfigError(`AISLE_LOG_LEVEL is "${logLevel}"; use one of ${logLevels.join(', ')}.`);
  const provider = providerOf(env);
  return {
    port,
    host,
    dataDirectory: path.resolve(env.AISLE_DATA || defaultDataDirectory),
    databaseUrl: env.AISLE_DATABASE_URL || null,
    files: filesOf(env),
    openSearch: openSearchOf(env.AISLE_OPENSEARCH_URL, env.AISLE_OPENSEARCH_PREFIX),
    redis: redisOf(env.AISLE_REDIS_URL),
    secretKey: secretKeyOf(env.AISLE_SECRET_KEY),
    smtpUrl: env.AISLE_SMTP_URL || null,
    mailFrom: env.AISLE_MAIL_FROM || 'Aisle <aisle@localhost>',
    publicUrl: env.AISLE_PUBLIC_URL || null,
    allowedPrivateFeeds: (env.AISLE_ALLOW_PRIVATE_FEEDS ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel,
    indexMemoryBytes: indexMemoryOf(env.AISLE_INDEX_MEMORY),
    searchThreads: searchThreadsOf(env.AISLE_SEARCH_THREADS),
    trustedProxies: trustedProxiesOf(env.AISLE_TRUST_PROXY),
    signUp: signUpOf(env.AISLE_SIGNUP),
    managesUsers: managesUsersOf(env.AISLE_USERS),
    demandsSecondFactor: demandOf(env.AISLE_REQUIRE_TWO_FACTOR),
    provider,
    takesPasswords: takesPasswordsOf(env.AISLE_PASSWORD_SIGNIN, provider),
    callRates: callRatesOf(env),
    rawDays: rawDaysOf(env.AISLE_RAW_DAYS),
    metricsToken: metricsTokenOf(env.AISLE_METRICS_TOKEN),
  };
}

function signUpOf(text = ''): SignUpMode | null {
  if (text === '') return null;
  const mode = signUpModes.find((known) => known === text);
  if (!mode) throw new ConfigError(`AISLE_SIGNUP is "${text}"; use one of ${signUpModes.join(', ')}.`);
  return mode;
}

function managesUsersOf(text = ''): boolean {
  if (!['', 'on', 'off'].includes(text)) throw new ConfigError(`AISLE_USERS is "${text}"; use on or off.`);
  return text !== 'off';
}

function demandOf(text = ''): boolean {
  if (!['', 'true', 'false'].includes(text)) throw new ConfigError(`AISLE_REQUIRE_TWO_FACTOR is "${text}"; use true or false.`);
  return text === 'true';
}

function takesPasswordsOf(text = '', provider: ProviderSettings | null): boolean {
  if (!['', 'on', 'off'].includes(text)) throw new ConfigError(`AISLE_PASSWORD_SIGNIN is "${text}"; use on or off.`);
  if (text === 'off' && provider === null)
    throw new ConfigError('AISLE_PASSWORD_SIGNIN is off, so nobody could sign in; set AISLE_OIDC_ISSUER, too.');
  return text !== 'off';
}

function portOf(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`AISLE_PORT is "${text}"; use a number from 1 to 65535.`);
  return port;
}

function indexMemoryOf(text: string | undefined): number | null {
  if (!text) return null;
  const megabytes = Number(text);
  if (!Number.isFinite(megabytes) || megabytes <= 0)
    throw new ConfigError(`AISLE_INDEX_MEMORY is "${text}"; use a number of megabytes, such as ${exampleIndexMegabytes}.`);
  return megabytes * 1024 * 1024;
}

function searchThreadsOf(text: string | undefined): number {
  if (!text) return Math.min(mostDefaultSearchThreads, availableParallelism() - 1);
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0 || count > mostSearchThreads)
    throw new ConfigError(`AISLE_SEARCH_THREADS is "${text}"; use a number from 0 to ${mostSearchThreads}.`);
  return count;
}

function callRatesOf(env: Environment): CallRates {
  const rate = (name: string, usual: number): number => {
    const perSecond = Number(env[name] || usual);
    if (!Number.isInteger(perSecond) || perSecond < 1)
      throw new ConfigError(`${name} is "${env[name]}"; use a whole number of calls a second, such as ${usual}.`);
    return perSecond;
  };
  return {
    visitorCallsPerSecond: rate('AISLE_VISITOR_CALLS', defaultCallRates.visitorCallsPerSecond),
    projectCallsPerSecond: rate('AISLE_PROJECT_CALLS', defaultCallRates.projectCallsPerSecond),
    personCallsPerSecond: rate('AISLE_PERSON_CALLS', defaultCallRates.personCallsPerSecond),
  };
}

function rawDaysOf(text: string | undefined): number {
  if (!text) return defaultRawDays;
  const days = Number(text);
  if (!Number.isInteger(days) || days < leastRawDays || days > mostRawDays)
    throw new ConfigError(
      `AISLE_RAW_DAYS is "${text}"; use a whole number of days from ${leastRawDays} to ${mostRawDays}, such as ${defaultRawDays}.`,
    );
  return days;
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
