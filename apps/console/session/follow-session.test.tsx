import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, setSession, startSession } from '#ui/state/session.ts';
import { beginTab } from '#ui/state/tab.ts';
import { followSession } from './follow-session.ts';

const person = {
  id: 1,
  name: 'Jana',
  surname: 'Nováková',
  email: 'jana@example.com',
  is_admin: false,
  is_owner: false,
  user_groups: [],
};
const assign = vi.fn();

followSession(() => '/data/import?page=2');

beforeEach(() => {
  vi.stubGlobal('location', { assign, origin: location.origin, search: '' });
  startSession('session');
  beginTab('');
});
afterEach(() => {
  assign.mockReset();
});

it('who is in the middle of something reads that the session has ended', () => {
  setSession({ person, project: null });
  endSession('expired');
  expect(assign).toHaveBeenCalledWith('/custom-error/error-6?return=%2Fdata%2Fimport%3Fpage%3D2');
});

it('who has only just come goes to sign-in, and so does who signs out', () => {
  endSession('expired');
  expect(assign).toHaveBeenLastCalledWith('/login?return=%2Fdata%2Fimport%3Fpage%3D2&reason=expired');
  startSession('session');
  setSession({ person, project: null });
  endSession('signedOut');
  expect(assign).toHaveBeenLastCalledWith('/login');
});

it('who has given up the account is told so by the sign-in page, which leads nowhere else', () => {
  setSession({ person, project: null });
  endSession('deactivated');
  expect(assign).toHaveBeenLastCalledWith('/login?reason=deactivated');
});
