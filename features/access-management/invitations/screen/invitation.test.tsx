import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import InvitationPage from './invitation.page.tsx';

afterEach(() => {
  endSession('signedOut');
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
