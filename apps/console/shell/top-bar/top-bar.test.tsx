import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { setSession, setOwnProjects } from '#ui/state/session.ts';
import { changeLanguage } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { MessagesBell } from '#features/general/messages/screen/messages-bell.tsx';
import { useNotices } from './top-bar.tsx';
import { LiveState } from './project-state.tsx';

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
  await screen.findByText('Olga Owner invites you to Lamps');
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByText(/invites you/)).toBeNull());
  expect(sent).toEqual([{ path: '/api/user/invite/accept', body: { id: 7, accept: false } }]);
});

describe('the notice of a preview', () => {
  type Type = 'search_plugin' | 'front_api';

  function show({ type = 'search_plugin' as Type, isLive = false, isActive = true, groups = [{ id: 4 }] }) {
    const rights = { is_admin: false, is_owner: false, user_groups: groups };
    const project = {
      id: 7,
      name: 'Lamps',
      url: '',
      language: 'en',
      time_zone: 'UTC',
      token: 'tok',
      active: isActive,
      owner: null,
    };
    setSession({ person: { id: 1, name: 'Olga', surname: 'Owner', email: 'o@example.com', ...rights }, project });
    setOwnProjects([{ id: 7, name: 'Lamps', token: 'tok', type, is_live: isLive, rights }]);
    return renderAt('/', () => <LiveState />);
  }

  it('links to the plugin while it is hidden from customers', async () => {
    await show({});
    expect((await screen.findByRole('link', { name: 'Preview only' })).getAttribute('href')).toBe('/developer/plugin');
  });

  it('shows no link to people who may not change it', async () => {
    await show({ groups: [{ id: 2 }] });
    expect(await screen.findByText('Preview only')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['live mode is on', { isLive: true }],
    ['the shop calls the front API', { type: 'front_api' as const }],
    ['the project is inactive, which says more', { isActive: false }],
  ])('is silent where %s', async (_, how) => {
    await show(how);
    expect(await screen.findByText('Running')).toBeTruthy();
    expect(screen.queryByText('Preview only')).toBeNull();
  });
});
