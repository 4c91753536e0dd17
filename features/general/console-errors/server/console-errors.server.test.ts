import { afterEach, expect, test, vi } from 'vitest';
import { consoleErrorLengths } from '#contract/limits.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { reportsPerAddressAndMinute, reportsPerMinute, maskedText } from './console-errors.server.ts';

const server = await sharedServer();
afterEach(() => vi.restoreAllMocks());

const report = { kind: 'uncaught', message: 'TypeError: x', stack: 'at draw', path: '/login' } as const;
const logged = () => vi.spyOn(server.app.http.log, 'error').mockImplementation(() => {});

test('an error of the console stands in the log, without what is somebody’s', async () => {
  const log = logged();
  const answer = await server.call({ from: '10.0.0.1' }, reportConsoleError, { ...report, message: 'jana@example.com is wrong' });
  expect(answer.status).toBe(200);
  expect(log).toHaveBeenCalledTimes(1);
  expect(log.mock.calls[0]?.[0]).toMatchObject({
    console: { kind: 'uncaught', message: '•••@••• is wrong', stack: 'at draw', path: '/login' },
  });
});

test('what is too long, or no error of the console, is refused', async () => {
  const log = logged();
  const long = { ...report, stack: 'x'.repeat(consoleErrorLengths.stack + 1) };
  expect((await server.call({ from: '10.0.0.2' }, reportConsoleError, long)).errors[0]).toMatchObject({
    field: 'stack',
    code: 'maximumLength',
  });
  expect((await server.call({ from: '10.0.0.2' }, reportConsoleError, { ...report, kind: 'spam' as never })).status).toBe(422);
  const huge = await server.call({ from: '10.0.0.2' }, reportConsoleError, { ...report, stack: 'x'.repeat(100_000) });
  expect(huge.errors[0]?.code).toBe('bodyTooLarge');
  expect(log).not.toHaveBeenCalled();
});

test('neither one address nor all of them fill the log', async () => {
  const log = logged();
  const send = (from: string) => server.call({ from }, reportConsoleError, report);
  for (let at = 0; at < reportsPerAddressAndMinute; at += 1) expect((await send('10.0.1.1')).status).toBe(200);
  expect((await send('10.0.1.1')).errors[0]?.code).toBe('tooManyRequests');
  for (let at = 0; at < reportsPerMinute; at += 1) await send(`10.0.2.${at}`);
  expect((await send('10.0.3.1')).status).toBe(429);
  expect(log.mock.calls.length).toBeLessThanOrEqual(reportsPerMinute);
});

test.each([
  ['jana.novakova+shop@mail.example.com is known already', '•••@••• is known already'],
  ['GET https://shop.example/reset?token=abc:def#x failed', 'GET https://shop.example/reset failed'],
  ['session Xk3v9QpLw0aTz7RmBnY2cHs5dJf8gUe1iOoAaBbCc12 is over', 'session ••• is over'],
  ['one\u001B[31m red\u0007', 'one [31m red '],
])('%s is kept as %s', (text, kept) => {
  expect(maskedText(text)).toBe(kept);
});

test.each([
  'TypeError: x is undefined\n    at draw (https://search.example/assets/boost-manager.page-pAAm8HJR.js:1:2031)',
  'draw@https://search.example/assets/relevance-tuning.page-PDt1Q0MQ.js:1:2031',
  'anExtraordinarilyLongNameOfAFunctionOfOurs failed',
])('a stack can still be read: %s', (text) => {
  expect(maskedText(text)).toBe(text);
});

test('the longest text takes no time', () => {
  const began = performance.now();
  for (const text of ['a.'.repeat(2000), '@'.repeat(4000), 'https://'.repeat(500), 'a-'.repeat(2000), 'a@b.'.repeat(1000)])
    maskedText(text);
  expect(performance.now() - began).toBeLessThan(500);
});
