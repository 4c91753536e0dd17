import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const addressOf = (ip: string): string => clientAddress({ ip, socket: { remoteAddress: '10.0.0.1' } as never });

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2:bbbb:0:0:9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, counted) => {
  expect(addressOf(ip)).toBe(counted);
});

test('what is no address is not believed', () => {
  expect(addressOf('somebody else')).toBe('10.0.0.1');
  expect(addressOf('')).toBe('10.0.0.1');
});
