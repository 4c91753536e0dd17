import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { causeAt, errorAddress, errorPages, type ErrorCause, keepVerifyProblems } from '#apps/console/session/addresses.ts';
import ErrorPage, { errorTexts } from './error.page.tsx';
import { Failure } from './failure.tsx';
import { ChunkLoadError } from '#apps/console/loading.ts';

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
