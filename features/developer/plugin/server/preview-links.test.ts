import { expect, test } from 'vitest';
import { sealingWith } from '#server/secrets/secrets.ts';
import { isPreview, previewSecret } from './preview-links.ts';

const sealing = sealingWith('a key of some length');
const preview = { project: { id: 7 }, round: 2 };
const now = Date.UTC(2026, 0, 1);
const secret = previewSecret(sealing, preview, now + 1000);

test('a link works until it ends', () => {
  expect(isPreview(sealing, preview, secret, now)).toBe(true);
  expect(isPreview(sealing, preview, secret, now + 1000)).toBe(false);
});

test.each([
  ['another project', { ...preview, project: { id: 8 } }, secret],
  ['a later round', { ...preview, round: 3 }, secret],
  ['a later end', preview, `${(now + 5000).toString(36)}.${secret.split('.')[1]}`],
  ['nothing', preview, ''],
  ['an end alone', preview, `${(now + 5000).toString(36)}.`],
  ['no end', preview, `Infinity.${secret.split('.')[1]}`],
])('no link works for %s', (_what, wanted, given) => {
  expect(isPreview(sealing, wanted, given, now)).toBe(false);
});

test('another server makes other ones', () => {
  expect(isPreview(sealingWith('another key of some length'), preview, secret, now)).toBe(false);
});
