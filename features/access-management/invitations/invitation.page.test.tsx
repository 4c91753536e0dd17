import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { endSession, startSession } from '#console-kit/session/session.ts';
import { startI18n } from '#console-kit/text/i18n.ts';
import { renderAt } from '#console-kit/test-frame.tsx';
import InvitationPage from './invitation.page.tsx';

beforeAll(() => startI18n(async () => ({})));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession('signedOut');
  localStorage.clear();
  sessionStorage.clear();
});

const usedLink = async () =>
  Response.json(
    { err: 1, msg: '', data: null, errors: [{ field: '', code: 'linkNotValid', message: 'This link was used already.' }] },
    { status: 422 },
  );

it.each([
  ['to the dashboard', 'Go to the dashboard', '/dashboard', () => startSession('session')],
  ['to sign-in', 'Sign in', '/login', () => {}],
])('a used link leads %s', async (_where, label, address, begin) => {
  vi.stubGlobal('fetch', usedLink);
  begin();
  await renderAt('/invitation', () => <InvitationPage />);
  expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[label, address]]);
});
