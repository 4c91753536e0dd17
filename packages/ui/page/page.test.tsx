import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { Popup } from './popup.tsx';
import { Tabs } from './tabs.tsx';
import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from './allowed-button.tsx';
import { setSession } from '#ui/state/session.ts';

const show = (address: string) =>
  renderAt(address, () => (
    <Tabs
      tabs={[
        { name: 'feed', title: 'In the feed', content: 'brought' },
        { name: 'stored', title: 'Stored', content: 'kept' },
      ]}
    />
  ));
const shown = () => screen.getByRole('tabpanel').textContent;

it.each([
  ['/item', 'brought'],
  ['/item?tab=stored', 'kept'],
  ['/item?tab=gone', 'brought'],
])('%s shows what was %s', async (address, content) => {
  await show(address);
  expect(shown()).toBe(content);
});

it('the address says which tab is open, and nothing of the first', async () => {
  const { router } = await show('/item?open=7');
  fireEvent.click(screen.getByRole('tab', { name: 'Stored' }));
  await waitFor(() => expect(router.latestLocation.href).toBe('/item?open=7&tab=stored'));
  expect(shown()).toBe('kept');
  fireEvent.click(screen.getByRole('tab', { name: 'In the feed' }));
  await waitFor(() => expect(router.latestLocation.href).toBe('/item?open=7'));
});

const project = { id: 5, name: 'Shop', url: '', language: 'cs', token: 'public', time_zone: 'Europe/Prague' };

async function showTo(groups: readonly number[], owner: string | null): Promise<HTMLElement> {
  const rights = { is_admin: false, is_owner: false, user_groups: groups.map((id) => ({ id })) };
  const person = { id: 1, name: 'Jana', surname: 'Nováková', email: 'jana@example.com', ...rights };
  setSession({ person, project: { ...project, owner } });
  await renderAt('/phrases', () => (
    <AllowedLink needs="data" to={linkTo('/data/collections', { edit: 'new' })}>
      Add collection
    </AllowedLink>
  ));
  return screen.getByRole('link', { name: 'Add collection' });
}

it('who has the right gets a link', async () => {
  expect((await showTo([3], null)).getAttribute('href')).toBe('/data/collections?edit=new');
});

it.each([
  ['Olga Owner', 'Needs the group Data. Ask Olga Owner.'],
  [null, 'Needs the group Data. Ask an owner of the project.'],
])('who lacks it reads why, and whom to ask: %s', async (owner, reason) => {
  const link = await showTo([2], owner);
  expect(link.getAttribute('aria-disabled')).toBe('true');
  expect(link.getAttribute('href')).toBeNull();
  expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
});

it('a popup focuses what asks for it rather than its first button', async () => {
  const anchor = { current: document.body };
  await renderAt('/item', () => (
    <Popup anchor={anchor} onClose={() => {}}>
      <button type="button">Keep</button>
      <button type="button" data-autofocus>
        Delete
      </button>
    </Popup>
  ));
  expect(document.activeElement?.textContent).toBe('Delete');
});
