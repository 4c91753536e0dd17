import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchLimits, batchPath } from '#contract/envelope.ts';
import { callEarly, sendTogether, setBatching } from './batch.ts';

const get = (url: string) => ({ method: 'GET', url, body: null });
const addresses = (sent: ReturnType<typeof serve>) => sent.mock.calls.map(([url]) => url);

/** Answers a batch in parts and back to front; calls whose address has `lost` get no answer. */
function serve(status = 200) {
  const encoder = new TextEncoder();
  const sent = vi.fn(async (url: string, { body }: RequestInit) => {
    if (url !== batchPath) return new Response(`alone ${url}`);
    if (status !== 200) return new Response('refused', { status });
    const { calls } = JSON.parse(body as string) as { calls: { url: string }[] };
    const lines = calls.flatMap((call, at) => (call.url.includes('lost') ? [] : [`${at} ${200 + at} {"of":"ž ${call.url}"}\n`]));
    const bytes = encoder.encode(lines.toReversed().join(''));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    return new Response(
      new ReadableStream({ start: (stream) => (pieces.forEach((piece) => stream.enqueue(piece)), stream.close()) }),
    );
  });
  vi.stubGlobal('fetch', sent);
  return sent;
}

beforeEach(() => setBatching(true));
afterEach(() => setBatching(false));

it('sends calls of the same turn together and gives each its own answer', async () => {
  const sent = serve();
  const answers = await Promise.all(['/api/a', '/api/b'].map((url) => sendTogether(get(url))));
  expect(addresses(sent)).toEqual([batchPath]);
  expect(answers.map(({ status }) => status)).toEqual([200, 201]);
  expect(await answers[1]!.json()).toEqual({ of: 'ž /api/b' });
});

it('sends a call alone if no other is sent in that turn, or if it is long', async () => {
  const sent = serve();
  await sendTogether(get('/api/a'));
  const long = { ...get('/api/long'), method: 'POST', body: 'x'.repeat(batchLimits.bodyCharacters + 1) };
  await Promise.all([sendTogether(get('/api/b')), sendTogether(long)]);
  expect(addresses(sent)).toEqual(['/api/a', '/api/long', '/api/b']);
});

it('splits more calls than a batch may have', async () => {
  const sent = serve();
  const urls = Array.from({ length: batchLimits.calls + 2 }, (_, at) => `/api/${at}`);
  const answers = await Promise.all(urls.map((url) => sendTogether(get(url))));
  expect(addresses(sent)).toEqual([batchPath, batchPath]);
  expect(await answers.at(-1)!.json()).toEqual({ of: `ž ${urls.at(-1)}` });
});

it('rejects a call without an answer, and an aborted one, but not the others', async () => {
  serve();
  const aborting = new AbortController();
  const calls = [sendTogether(get('/api/a')), sendTogether(get('/api/lost')), sendTogether(get('/api/b'), aborting.signal)];
  aborting.abort();
  const settled = await Promise.allSettled(calls);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

it('gives each call the refusal of the whole batch', async () => {
  serve(401);
  const answers = await Promise.all(['/api/a', '/api/b'].map((url) => sendTogether(get(url))));
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(await answers[1]!.text()).toBe('refused');
});

it('uses an early answer once', async () => {
  const sent = serve();
  callEarly(['/api/a', '/api/b'], '/api/project');
  expect(await (await sendTogether(get('/api/b'))).json()).toEqual({ of: 'ž /api/b' });
  await sendTogether(get('/api/b'));
  expect(addresses(sent)).toEqual([batchPath, '/api/b']);
});

it('drops early answers after some seconds', async () => {
  vi.useFakeTimers();
  const sent = serve();
  callEarly(['/api/a', '/api/b'], '/api/project');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await sendTogether(get('/api/a'));
  expect(addresses(sent)).toEqual([batchPath, '/api/a']);
});
