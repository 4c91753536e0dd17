import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { RebuildBar } from './recreate.panel.tsx';

const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'UTC', token: 'public', owner: null };
const person = { id: 1, name: 'J', surname: 'N', email: 'j@example.com', is_admin: false, is_owner: true, user_groups: [] };
const recreation = { id: 1, state: 'running', built_count: 50, total_count: 200, started_at: 1, finished_at: null };

it('shows how far each collection is rebuilt, and what to do when that fails', async () => {
  const collections = [
    { id: 1, name: 'Lamps', health: 'outdated', recreation },
    { id: 2, name: 'Guides', health: 'outdated', recreation: { ...recreation, state: 'failed' } },
    { id: 3, name: 'Brands', health: 'good', recreation },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: collections, errors: [] }));
  setSession({ person, project });
  await renderAt('/', () => <RebuildBar />);
  await screen.findByText('Search in “Lamps” is being rebuilt after an update: 25% done.');
  screen.getByText(/^Search in “Guides” could not be rebuilt\. Check disk space/);
  expect(screen.queryByText(/Brands/)).toBeNull();
});
