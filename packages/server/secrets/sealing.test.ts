import { expect, test } from 'vitest';
import { isSealed, sealingWith } from './secrets.ts';

const { seal, open } = sealingWith('a key of this test, long enough to be one');
const secret = 'p4ss: wörd@/?#%41';

test('what is sealed can be opened, and nothing of it can be read', () => {
  const sealed = seal(secret);
  expect(open(sealed)).toBe(secret);
  expect([isSealed(sealed), isSealed(secret)]).toEqual([true, false]);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('p4ss');
  expect(sealed).toMatch(/^[\w~-]+$/);
});

test('the same text is sealed differently each time', () => {
  expect(seal(secret)).not.toBe(seal(secret));
});

test('another key opens nothing', () => {
  expect(sealingWith('another key of this test, as long as that').open(seal(secret))).toBeNull();
});

test('what was changed or cut since is not opened', () => {
  const sealed = seal(secret);
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('~') + 1), 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  const flipped = sealed.slice(0, sealed.lastIndexOf('~') + 1) + bytes.toString('base64url');
  for (const changed of [flipped, sealed.slice(0, -8), sealed.slice(0, 12), secret, '']) expect(open(changed)).toBeNull();
});
