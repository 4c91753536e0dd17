import { expect, test } from 'vitest';
import { s3SettingsOf } from './s3-files.ts';

const none = { key: '', secret: '' };

test('an address says host, bucket, folder, region, login and whether there is TLS', () => {
  expect(s3SettingsOf('s3://key:s%2Fec%2Bret@127.0.0.1:9000/bucket/some/folder?region=eu-central-1&tls=off', none)).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'bucket',
    prefix: 'some/folder/',
    region: 'eu-central-1',
    credentials: { key: 'key', secret: 's/ec+ret' },
  });
});

test('all but host and bucket may be missing', () => {
  expect(s3SettingsOf('s3://s3.example.com/bucket', none)).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'bucket',
    prefix: '',
    region: 'us-east-1',
    credentials: null,
  });
});

test('a login that stands apart is taken', () => {
  const settings = s3SettingsOf('s3://host/bucket/', { key: 'key', secret: 'a/b+c%' });
  expect(settings).toMatchObject({ prefix: '', credentials: { key: 'key', secret: 'a/b+c%' } });
});

test.each([
  'https://host/bucket',
  's3://host',
  's3:///bucket',
  's3://host/B',
  's3://host/bucket/a b',
  's3://host/bucket?tls=maybe',
  's3://host/bucket?regoin=eu',
  's3://host/bucket#part',
  's3://key@host/bucket',
  's3://%:x@host/bucket',
  'bucket',
])('%s is refused', (text) => {
  expect(s3SettingsOf(text, none)).toBeNull();
});
