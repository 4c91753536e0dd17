import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '#ui/state/session.ts';
import { changeLanguage } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { MessagesBell } from '#features/general/messages/screen/messages-bell.tsx';
import { useNotices } from './top-bar.tsx';

const announcement = { id: 5, text_en: 'Tonight we update.', text_cs: 'Dnes v noci aktualizujeme.', created_at: Date.now() };
const invitation = { id: 7, project_name: 'Lamps', invited_by: 'Olga Owner', expires_at: Date.now() + 1_000_000 };
let sent: { readonly path: string; readonly body: unknown }[] = [];
let told: { announcement: unknown; invitations: unknown[] };

beforeEach(() => {
  sent = [];
  told = { announcement, invitations: [invitation] };
  const rights = { is_admin: false, is_owner: false, user_groups: [] };
  // Somebody without a project.
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project: null });
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    const path = new URL(url, location.href).pathname;
    if (method !== 'GET') sent.push({ path, body: JSON.parse(body) });
    if (path === '/api/announcement/dismiss') told.announcement = null;
    if (path === '/api/user/invite/accept') told.invitations = [];
    const answers = new Map<string, unknown>([
      ['/api/announcement', told.announcement],
      ['/api/invite/my_list', told.invitations],
    ]);
    const data = answers.has(path) ? answers.get(path) : { token: null };
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage('en');
});

function Bell() {
  return <MessagesBell notices={useNotices()} />;
}
const open = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('shows an announcement to a person without a project, who dismisses it', async () => {
  told.invitations = [];
  await renderAt('/dashboard', () => <Bell />);
  await open(/1 message/);
  await screen.findByText('Tonight we update.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Tonight we update.')).toBeNull());
  expect(sent).toEqual([{ path: '/api/announcement/dismiss', body: { id: 5 } }]);
});

it('shows an announcement in Czech when the console is in Czech', async () => {
  await changeLanguage('cs');
  await renderAt('/dashboard', () => <Bell />);
  await open(/2/);
  expect(await screen.findByText('Dnes v noci aktualizujeme.')).toBeDefined();
});

it('lets an invited person accept in the message', async () => {
  told.announcement = null;
  await renderAt('/dashboard', () => <Bell />);
  await open(/1 message/);
  await screen.findByText('Olga Owner invites you to “Lamps”.');
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByText(/invites you/)).toBeNull());
  expect(sent).toEqual([{ path: '/api/user/invite/accept', body: { id: 7, accept: false } }]);
});
