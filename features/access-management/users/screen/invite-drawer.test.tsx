import { expect, test } from 'vitest';
import { addressesOf } from './invite-drawer.tsx';

test.each([
  ['Petr Pátý <petr@example.com>', ['petr@example.com']],
  ['ann@example.com "Lee, Bob" <bob@example.com> <ann@example.com>', ['ann@example.com', 'bob@example.com']],
  ['petr ann@example.com', ['petr', 'ann@example.com']],
])('of %s, the addresses are taken', (pasted, addresses) => {
  expect(addressesOf(pasted.split(/[ ,]+/))).toEqual(addresses);
});
