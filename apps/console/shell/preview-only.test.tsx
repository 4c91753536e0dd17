import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setOwnProjects, setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { PreviewOnly } from './top-bar/project-state.tsx';

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
  return renderAt('/', () => <PreviewOnly />);
}

it('links to the plugin while it is hidden from customers', async () => {
  await show({});
  expect(screen.getByRole('link', { name: 'Preview only' }).getAttribute('href')).toBe('/developer/plugin');
});

it('shows no link to people who may not change it', async () => {
  await show({ groups: [{ id: 2 }] });
  expect(screen.getByText('Preview only')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it.each([
  ['live mode is on', { isLive: true }],
  ['the shop calls the front API', { type: 'front_api' as const }],
  ['the project is inactive, which says more', { isActive: false }],
])('is silent where %s', async (_, how) => {
  await show(how);
  expect(screen.queryByText('Preview only')).toBeNull();
});
