import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setSession, startSession } from '#ui/state/session.ts';
import { readStored } from '#ui/state/stored.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { OwnProjectsPanel } from './own-projects.panel.tsx';

const project = (id: number, name: string) => ({
  id,
  name,
  url: '',
  token: `token ${name}`,
  is_owner: true,
  is_only_owner: false,
  user_groups: [],
});

it('an administrator who leaves the current project goes on in another one of theirs', async () => {
  let own = [project(1, 'Left'), project(2, 'Next')];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    if (method === 'POST' && url.endsWith('/api/user/leave')) own = own.slice(1);
    return Response.json({ err: 0, msg: '', data: method === 'GET' ? own : {}, errors: [] });
  });
  startSession('session');
  setSession({
    person: { id: 1, name: 'A', surname: 'B', email: 'a@example.com', is_admin: true, is_owner: true, user_groups: [] },
    project: { id: 1, name: 'Left', url: '', language: 'en', time_zone: 'Europe/Prague', token: 'token Left', owner: null },
  });
  await renderAt('/profile', () => <OwnProjectsPanel />);
  fireEvent.click((await screen.findAllByLabelText('Leave'))[0]!);
  fireEvent.click(await screen.findByText('Leave'));
  await waitFor(() => expect(readStored('projectToken', 'tab')).toBe('token Next'));
});
