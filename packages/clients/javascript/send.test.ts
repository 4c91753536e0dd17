import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AisleError, backoffMilliseconds, send, type Sending } from './send.ts';
import { debounced } from './client.ts';

type Answer = (response: ServerResponse) => void;

/** Responses in order; the last one repeats. */
let answers: Answer[] = [];
let askedAt: number[] = [];
const server = createServer((request, response) => {
  request.resume();
  askedAt.push(Date.now());
  (answers.length > 1 ? answers.shift() : answers[0])?.(response);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/front/v1/search`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  askedAt = [];
});

const sending: Sending = {
  timeoutMilliseconds: 2_000,
  retries: 2,
  longestRetryAfterSeconds: 2,
  fetch: (...call) => globalThis.fetch(...call),
};
const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const good = json(200, { err: 0, msg: '', data: { found: 3 }, errors: [] });
const busy = (seconds?: string) =>
  json(
    seconds === undefined ? 503 : 429,
    { err: 1, msg: 'Too many.', data: null, errors: [{ field: '', code: 'tooManyRequests', message: 'Too many.' }] },
    seconds === undefined ? {} : { 'retry-after': seconds },
  );
const hangs: Answer = () => undefined;
const breaks: Answer = (response) => response.destroy();

const failureOf = (sent: Promise<unknown>): Promise<AisleError> =>
  sent.then(
    () => expect.fail('It was answered.'),
    (error: AisleError) => error,
  );

describe('a call', () => {
  test.each([
    ['a busy server', busy()],
    ['a broken connection', breaks],
    ['a proxy without its server', ((response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')) as Answer],
  ])('is tried again after %s', async (_what, first) => {
    answers = [first, good];
    expect(await send(sending, { url })).toEqual({ found: 3 });
    expect(askedAt).toHaveLength(2);
  });

  test('addresses pictures of the sample shop on the search server, and no others', async () => {
    const items = [{ image: '/sample-shop/pictures/1.svg' }, { image: '/pictures/1.svg' }];
    answers = [json(200, { err: 0, msg: '', data: { items }, errors: [] })];
    expect(await send(sending, { url })).toEqual({
      items: [{ image: `${new URL(url).origin}/sample-shop/pictures/1.svg` }, { image: '/pictures/1.svg' }],
    });
  });

  test('waits as long as the server asks it to', async () => {
    answers = [busy('1'), good];
    await send(sending, { url });
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(990);
  });

  test('fails at once where the server asks for longer than a page waits', async () => {
    answers = [busy('60')];
    const error = await failureOf(send(sending, { url }));
    expect(error).toMatchObject({ code: 'tooManyRequests', status: 429, retryAfterSeconds: 60 });
    expect(askedAt).toHaveLength(1);
  });

  test('is tried no more often than it may be', async () => {
    answers = [breaks];
    expect(await failureOf(send(sending, { url }))).toMatchObject({ code: 'noConnection', status: 0 });
    expect(askedAt).toHaveLength(3);
  });

  test('that is wrong is not tried again, and says what is wrong', async () => {
    const problem = { field: 'page', code: 'notValid', message: 'page is not valid' };
    answers = [json(422, { err: 1, msg: 'Please, provide correct data!', data: null, errors: [problem] })];
    const error = await failureOf(send(sending, { url }));
    expect(error).toBeInstanceOf(AisleError);
    expect(error).toMatchObject({ code: 'invalid', status: 422, message: 'page: page is not valid', problems: [problem] });
    expect(askedAt).toHaveLength(1);
  });

  test('that somebody else answers is an error, too', async () => {
    answers = [(response) => response.writeHead(200).end('<!doctype html><title>Wi-Fi login</title>')];
    expect(await failureOf(send(sending, { url }))).toMatchObject({ code: 'noAnswer', status: 200 });
  });

  test('that hangs ends by itself', async () => {
    answers = [hangs];
    const error = await failureOf(send({ ...sending, timeoutMilliseconds: 50, retries: 0 }, { url }));
    expect(error).toMatchObject({ code: 'timeout', status: 0 });
  });

  test('that hangs is tried again', async () => {
    answers = [hangs, good];
    expect(await send({ ...sending, timeoutMilliseconds: 200 }, { url })).toEqual({ found: 3 });
  });

  test.each([
    ['while it hangs', hangs],
    ['while it waits for its next try', busy('2')],
  ])('ends with the reason of its signal %s', async (_when, answer) => {
    answers = [answer];
    const ending = new AbortController();
    const sent = send(sending, { url }, { signal: ending.signal });
    await expect.poll(() => askedAt.length).toBe(1);
    await sleep(50);
    const begun = Date.now();
    ending.abort(new Error('No longer wanted'));
    await expect(sent).rejects.toThrow('No longer wanted');
    expect(Date.now() - begun).toBeLessThan(1_000);
    expect(askedAt).toHaveLength(1);
  });

  test('with an aborted signal asks nothing', async () => {
    await expect(send(sending, { url }, { signal: AbortSignal.abort(new Error('Before')) })).rejects.toThrow('Before');
    expect(askedAt).toHaveLength(0);
  });
});

test('each wait is about twice as long as the one before, up to a bound, and never the same for all', () => {
  const waits = [1, 2, 3, 4, 5, 20].map((tried) => [backoffMilliseconds(tried, 0), backoffMilliseconds(tried, 1)]);
  expect(waits).toEqual([
    [100, 200],
    [200, 400],
    [400, 800],
    [800, 1600],
    [1500, 3000],
    [1500, 3000],
  ]);
});

test('only what is asked last is done, and what it overtakes is answered with null', async () => {
  const done: string[] = [];
  const find = debounced(async (q: string) => {
    done.push(q);
    return q.toUpperCase();
  }, 30);
  const answers = await Promise.all(['l', 'la', 'lamp'].map((q) => find(q)));
  expect(answers).toEqual([null, null, 'LAMP']);
  expect(done).toEqual(['lamp']);
});

test('a call that runs already is aborted by the next one, and its answer is thrown away', async () => {
  const signals: AbortSignal[] = [];
  const find = debounced(async (q: string, signal: AbortSignal) => {
    signals.push(signal);
    await sleep(100);
    if (signal.aborted) throw new Error('aborted');
    return q;
  }, 0);
  const first = find('la');
  await expect.poll(() => signals.length).toBe(1);
  const second = find('lamp');
  expect(await Promise.all([first, second])).toEqual([null, 'lamp']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('an error reaches who asked last', async () => {
  const find = debounced((_q: string) => Promise.reject(new Error('No connection')), 0);
  await expect(find('lamp')).rejects.toThrow('No connection');
});
