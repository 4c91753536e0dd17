import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noAnswer } from '#ui/calls/api.ts';
import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { tellFailure } from './failure.tsx';
import { ChunkLoadError } from '#apps/console/loading.ts';
import { reportErrors } from './report-errors.ts';

let sent: { readonly url: string; readonly body: unknown }[] = [];
let end: () => void;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) });
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  end();
});

const uncaught = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));

it('reports what nobody caught, what a page was given up for before and after, and nothing twice', () => {
  tellFailure(new Error('drawn too early'));
  end = reportErrors();
  const error = new Error('x is undefined');
  uncaught(error);
  uncaught(error);
  tellFailure(new ChunkLoadError('late'));
  // Other files of the worker may have given up pages, too.
  expect(sent.slice(-3).map(({ body }) => body)).toMatchObject([
    { kind: 'drawing', message: 'Error: drawn too early' },
    { kind: 'uncaught', message: 'Error: x is undefined', path: '/' },
    { kind: 'loading', message: 'ChunkLoadError: late' },
  ]);
});

it('sends what the contract takes, however long the error', () => {
  end = reportErrors();
  const error = new Error('long '.repeat(10_000));
  error.stack = 'at draw '.repeat(10_000);
  uncaught(error);
  expect(sent[0]?.url).toBe(reportConsoleError.path);
  expect(reportConsoleError.input.safeParse(sent[0]?.body).success).toBe(true);
});

it('calls that failed, what was given up, other people’s code and words that were thrown are not reported', () => {
  end = reportErrors();
  const ofExtension = new Error('theirs');
  ofExtension.stack = 'Error: theirs\n    at chrome-extension://abcdef/content.js:1:1';
  for (const error of [noAnswer(), new DOMException('', 'AbortError'), ofExtension, 'thrown', null]) uncaught(error);
  expect(sent).toEqual([]);
});

it('a page that fails all the time is told ten times', () => {
  end = reportErrors();
  for (let at = 0; at < 50; at += 1) uncaught(new Error(`number ${at}`));
  expect(sent).toHaveLength(10);
});
