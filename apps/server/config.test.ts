import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each(['true', '*', '0.0.0.0/0', '::/0', '10.0.0.1/40', '11', '1, 2', 'proxy.example'])(
  'AISLE_TRUST_PROXY=%s is refused with what to use instead',
  (text) => {
    expect(() => readConfig({ AISLE_TRUST_PROXY: text })).toThrow(
      /^AISLE_TRUST_PROXY is .*; use .*, such as 1, or their addresses/,
    );
  },
);

test.each([
  ['', 0],
  ['2', 2],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.5, 10.1.0.0/16 fd00::/8', ['10.0.0.5', '10.1.0.0/16', 'fd00::/8']],
])('AISLE_TRUST_PROXY=%s is understood', (text, proxies) => {
  expect(readConfig({ AISLE_TRUST_PROXY: text }).trustedProxies).toEqual(proxies);
});

test.each([
  ['AISLE_PORT', 'many', 'use a number'],
  ['AISLE_INDEX_MEMORY', 'lots', 'a number of megabytes'],
  ['AISLE_LOG_LEVEL', 'loud', 'use silent, fatal'],
  ['AISLE_SECRET_KEY', 'short', 'openssl rand'],
  ['AISLE_RAW_DAYS', '13', 'a whole number of days from 14 to 800, such as 90'],
  ['AISLE_RAW_DAYS', '801', 'from 14 to 800'],
  ['AISLE_RAW_DAYS', '30.5', 'from 14 to 800'],
  ['AISLE_EMBEDDINGS_URL', 'nowhere', 'use something such as https://api.openai.com/v1'],
  ['AISLE_EMBEDDINGS_URL', 'http://localhost:1', 'AISLE_EMBEDDINGS_MODEL is missing'],
  ['AISLE_OPENSEARCH_URL', 'nowhere', 'use http://host:9200'],
  ['AISLE_REDIS_URL', 'http://:a-secret@host', 'use redis://user:password@host:6379/0'],
  ['AISLE_SMTP_URL', 'mail.example.com:465', 'use something such as smtps://user:password@mail.example.com'],
  ['AISLE_FILES_URL', 'https://key:a-secret@host/bucket', 'use s3://host:9000/bucket'],
])('%s=%s is refused with what to use instead', (name, value, hint) => {
  expect(() => readConfig({ [name]: value })).toThrow(hint);
});

test.each([
  [undefined, 90],
  ['', 90],
  ['30', 30],
])('AISLE_RAW_DAYS=%s is understood', (text, days) => {
  expect(readConfig({ AISLE_RAW_DAYS: text }).rawDays).toBe(days);
});

test('an address of files or a Redis that is refused is not repeated, as it may hold a secret', () => {
  expect(() => readConfig({ AISLE_FILES_URL: 's3://key:a-secret@host/bucket?tls=maybe' })).toThrow(/^(?!.*a-secret)/);
  expect(() => readConfig({ AISLE_REDIS_URL: 'redis://:a-secret@host/name' })).toThrow(/^(?!.*a-secret)/);
  expect(() => readConfig({ AISLE_SMTP_URL: 'user:a-secret@host' })).toThrow(/^(?!.*a-secret)/);
});

test('key and secret of the files may stand apart from their address', () => {
  const env = { AISLE_FILES_URL: 's3://host/bucket', AISLE_FILES_KEY: 'key', AISLE_FILES_SECRET: 'a/b' };
  expect(readConfig(env).files).toMatchObject({ kind: 's3', bucket: 'bucket', credentials: { key: 'key', secret: 'a/b' } });
  expect(() => readConfig({ ...env, AISLE_FILES_SECRET: '' })).toThrow('AISLE_FILES_URL');
});

const oidc = {
  AISLE_OIDC_ISSUER: 'https://login.example.com/realms/shop',
  AISLE_OIDC_CLIENT_ID: 'aisle',
  AISLE_OIDC_CLIENT_SECRET: 'secret',
};

test('a provider is understood, with what its groups give', () => {
  const AISLE_OIDC_GROUPS = 'admins=admin; /shop/a=b = 4: search, data ;owners=4:owner;';
  expect(readConfig({ ...oidc, AISLE_OIDC_GROUPS }).provider).toEqual({
    issuer: oidc.AISLE_OIDC_ISSUER,
    clientId: 'aisle',
    clientSecret: 'secret',
    name: 'Single sign-on',
    groupsClaim: 'groups',
    grants: [
      { kind: 'administrator', group: 'admins' },
      { kind: 'member', group: '/shop/a=b', projectId: 4, userGroups: [2, 3] },
      { kind: 'owner', group: 'owners', projectId: 4 },
    ],
  });
});

test.each([
  [{ AISLE_OIDC_CLIENT_ID: 'aisle' }, 'without AISLE_OIDC_ISSUER'],
  [{ ...oidc, AISLE_OIDC_ISSUER: 'http://login.example.com' }, 'use an https:// address'],
  [{ ...oidc, AISLE_OIDC_ISSUER: 'https://user:password@login.example.com' }, 'use an https:// address'],
  [{ ...oidc, AISLE_OIDC_CLIENT_ID: '' }, 'AISLE_OIDC_CLIENT_ID is missing'],
  [{ ...oidc, AISLE_OIDC_CLIENT_SECRET: '' }, 'AISLE_OIDC_CLIENT_SECRET is missing'],
  [{ ...oidc, AISLE_OIDC_CLIENT_SECRET: '', AISLE_OIDC_CLIENT_SECRET_FILE: '/nowhere/at-all' }, "can't be read"],
  [{ ...oidc, AISLE_OIDC_GROUPS: 'admins' }, 'AISLE_OIDC_GROUPS has "admins"'],
  [{ ...oidc, AISLE_OIDC_GROUPS: 'a=4:searching' }, 'AISLE_OIDC_GROUPS has'],
  [{ ...oidc, AISLE_OIDC_GROUPS: 'a=4:search,owner' }, 'AISLE_OIDC_GROUPS has'],
  [{ ...oidc, AISLE_OIDC_GROUPS: 'a=0:search' }, 'AISLE_OIDC_GROUPS has'],
  [{ AISLE_PASSWORD_SIGNIN: 'off' }, 'nobody could sign in'],
  [{ ...oidc, AISLE_PASSWORD_SIGNIN: 'no' }, 'use on or off'],
  [{ AISLE_REQUIRE_TWO_FACTOR: 'yes' }, 'use false or true'],
])('%j is refused with what to do', (env, hint) => {
  expect(() => readConfig(env)).toThrow(hint);
});

test('no message repeats the secret of the client', () => {
  const env = { ...oidc, AISLE_OIDC_CLIENT_SECRET: 'do not say it', AISLE_OIDC_GROUPS: 'x' };
  expect(() => readConfig(env)).toThrow(/^(?!.*do not say it)/s);
});
