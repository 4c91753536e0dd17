import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { screens } from './screens.ts';
import { CollectionSelector } from './shell/top-bar/project-state.tsx';

const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'UTC', token: 'public', owner: null };
const person = { id: 1, name: 'Jana', surname: 'Nováková', email: 'jana@example.com', is_admin: false, user_groups: [] };
const told = 'This project has no collection yet.';

/** Addresses of the screens that are about one collection. */
const aboutCollections = [
  '/search-settings/curations',
  '/search-settings/curations/edit?id=new',
  '/search-settings/relevance-tuning',
  '/search-settings/learned',
  '/search-settings/boost-manager',
  '/data/import',
  '/data/schema',
  '/data/phrases',
  '/developer/query-tester',
  '/developer/compare-results',
  '/developer/analyze',
  '/developer/documents',
  '/developer/aisle-documents',
];
const pageAt = async (address: string) => (await screens.find(({ path }) => path === address.split('?')[0])!.load()).default;

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', data: { items: [], total_count: 0 }, errors: [] }));
  setSession({ person: { ...person, is_owner: true }, project });
  setCollections(project.id, []);
});

it.each(aboutCollections)('%s asks for the first collection', async (address) => {
  const Page = await pageAt(address);
  await renderAt(address, () => <Page />);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add collection' }).getAttribute('href')).toBe('/data/collections?edit=new');
});

it('a feed has no form without a collection to fill', async () => {
  const Feeds = await pageAt('/data/import');
  await renderAt('/data/import?edit=new', () => <Feeds />);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('the place of the selector leads there, for those who may', async () => {
  const view = await renderAt('/dashboard', () => <CollectionSelector />);
  expect(screen.getByRole('link', { name: 'Add collection' }).getAttribute('href')).toBe('/data/collections?edit=new');
  view.unmount();
  setSession({ person: { ...person, is_owner: false }, project });
  await renderAt('/dashboard', () => <CollectionSelector />);
  expect(screen.getByRole('link', { name: 'Add collection' }).getAttribute('aria-disabled')).toBe('true');
});
