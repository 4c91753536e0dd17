import { expect, test } from 'vitest';
import { browserName, maskedAddress } from './activity-place.ts';

const mozilla = 'Mozilla/5.0';
test.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
  [`${mozilla} (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 OPR/90.0`, 'Opera, Android'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1`, 'Safari, iOS'],
  [`${mozilla} (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 Version/18.0 Safari/605.1`, 'Safari, macOS'],
  ['curl/8.1', ''],
  ['<script>Firefox</script>', ''],
  ['', ''],
])('%s is %j', (agent, name) => expect(browserName(agent)).toBe(name));

test.each([
  ['203.0.113.77', '203.0.x.x'],
  ['2001:db8:1:2::/64', '2001:db8:…'],
  ['', ''],
  ['unknown', ''],
])('of the address %j, %j is kept', (address, masked) => expect(maskedAddress(address)).toBe(masked));
