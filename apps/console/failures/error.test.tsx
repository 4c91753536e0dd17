import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi, beforeEach, describe } from 'vitest';
import { causeAt, errorAddress, errorPages, type ErrorCause, keepVerifyProblems } from '#apps/console/session/addresses.ts';
import { publicPageAt } from '#apps/console/public-pages.ts';
import ErrorPage, { errorTexts } from './error.page.tsx';
import { Failure, tellFailure } from './failure.tsx';
import { ChunkLoadError } from '#apps/console/loading.ts';
import { noAnswer } from '#ui/calls/api.ts';
import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { reportErrors } from './report-errors.ts';

const framed = (page: React.ReactNode) => render(<MantineProvider env="test">{page}</MantineProvider>);
const causes = Object.keys(errorPages) as ErrorCause[];

function open(cause: ErrorCause) {
  history.replaceState(null, '', errorAddress(cause, '/data/import?page=2'));
  framed(<ErrorPage />);
}

afterEach(() => {
  history.replaceState(null, '', '/');
});

it.each(causes)('the page of %s says what it is about', (cause) => {
  open(cause);
  expect(screen.getByRole('heading', { name: errorTexts[cause].title })).toBeTruthy();
  expect(causeAt(location.pathname)).toBe(cause);
});

it('knows no other error page', () => {
  for (const path of ['/custom-error', '/custom-error/', '/custom-error/error-7', '/custom-error/error-1/more'])
    expect(publicPageAt(path)).toBeUndefined();
  expect(publicPageAt('/custom-error/error-6')).toBeDefined();
});

it('what the server said of the session is told, and nothing that came from elsewhere', () => {
  keepVerifyProblems([{ field: '', code: 'unavailable', message: 'The service is starting or busy. Try again in a moment.' }]);
  open('serverStarting');
  expect(screen.getByText('The service is starting or busy. Try again in a moment.')).toBeTruthy();
  cleanup();
  sessionStorage.setItem('verify_problems', '[{"text":"<b>pay here</b>"}, 3, null]');
  open('serverStarting');
  expect(screen.queryByText(/pay here/)).toBeNull();
});

it('leads back to where it failed, and through sign-in once the session is over', () => {
  open('noConnection');
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/data/import?page=2');
  cleanup();
  open('sessionEnded');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?return=%2Fdata%2Fimport%3Fpage%3D2');
});

it('code that does not come is told apart from a server that is away', async () => {
  vi.stubGlobal('fetch', async () => new Response(''));
  framed(<Failure error={new ChunkLoadError('late')} retry={() => {}} />);
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy();
  cleanup();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  framed(<Failure error={new ChunkLoadError('late')} retry={() => {}} />);
  expect(await screen.findByRole('heading', { name: 'The connection is lost' })).toBeTruthy();
});

describe('reports of errors', () => {
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

  it('reports a page that fails all the time ten times', () => {
    end = reportErrors();
    for (let at = 0; at < 50; at += 1) uncaught(new Error(`number ${at}`));
    expect(sent).toHaveLength(10);
  });
});
