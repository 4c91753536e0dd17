import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseDownError } from '#server/db/errors.ts';
import { loggerOptions } from './http.ts';
import { clientAddress } from './client-address.ts';

afterEach(() => {
  vi.useRealTimers();
});

function loggedBy(): { log: ReturnType<typeof Fastify>['log']; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { log: Fastify({ logger: { ...loggerOptions('info'), stream } }).log, lines };
}

test('logs an outage by its reason and route, a few times in each window, with the number of the others', () => {
  vi.useFakeTimers();
  const { log, lines } = loggedBy();
  const err = new DatabaseDownError(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  for (let time = 0; time < 1_000; time += 1)
    log.child({ reqId: time }).warn({ err, route: '/api/synonyms' }, 'The database is down');
  log.warn({ err, route: '/api/feeds' }, 'The database is down');
  expect(lines.map(({ route }) => route)).toEqual([...Array<string>(5).fill('/api/synonyms'), '/api/feeds']);
  expect(JSON.stringify(lines[0]).length).toBeLessThan(300);
  expect(lines[0]).toMatchObject({ reqId: 0, reason: 'The database does not answer. connect ECONNREFUSED 127.0.0.1:5432' });
  vi.advanceTimersByTime(11_000);
  log.warn({ err, route: '/api/synonyms' }, 'The database is down');
  expect(lines.slice(6)).toMatchObject([{ omittedCount: 995 }, { route: '/api/synonyms' }]);
});

test('logs an error of ours with its stack, and every line below a warning', () => {
  const { log, lines } = loggedBy();
  log.error({ err: new Error('odd'), route: '/api/synonyms' }, 'A call failed');
  for (let time = 0; time < 10; time += 1) log.info({ route: '/api/synonyms' }, 'A call was answered');
  expect(lines).toHaveLength(11);
  expect(lines[0]?.['err']).toMatchObject({ message: 'odd', stack: expect.stringContaining('http.test.ts') as string });
});

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

test('ignores a text that is no address', () => {
  expect(addressOf('somebody else')).toBe('10.0.0.1');
  expect(addressOf('')).toBe('10.0.0.1');
});
