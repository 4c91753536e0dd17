import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

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
  ['AISLE_LOG_LEVEL', 'loud', 'use one of'],
  ['AISLE_SECRET_KEY', 'short', 'openssl rand'],
  ['AISLE_OPENSEARCH_URL', 'nowhere', 'use http://host:9200'],
  ['AISLE_FILES_URL', 'https://key:a-secret@host/bucket', 'use s3://host:9000/bucket'],
])('%s=%s is refused with what to use instead', (name, value, hint) => {
  expect(() => readConfig({ [name]: value })).toThrow(hint);
});

test('an address of files that is refused is not repeated, as it may hold a secret', () => {
  expect(() => readConfig({ AISLE_FILES_URL: 's3://key:a-secret@host/bucket?tls=maybe' })).toThrow(/^(?!.*a-secret)/);
});

test('key and secret of the files may stand apart from their address', () => {
  const env = { AISLE_FILES_URL: 's3://host/bucket', AISLE_FILES_KEY: 'key', AISLE_FILES_SECRET: 'a/b' };
  expect(readConfig(env).files).toMatchObject({ kind: 's3', bucket: 'bucket', credentials: { key: 'key', secret: 'a/b' } });
  expect(() => readConfig({ ...env, AISLE_FILES_SECRET: '' })).toThrow('AISLE_FILES_URL');
});
