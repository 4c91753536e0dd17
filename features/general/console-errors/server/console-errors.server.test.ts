import { afterEach, expect, test, vi } from 'vitest';
import { consoleErrorLengths } from '#contract/limits.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { reportsPerAddressAndMinute, reportsPerMinute } from './console-errors.server.ts';

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
