import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { linkTo } from '#ui/state/address.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { AllowedLink } from './allowed-link.tsx';
import { setSession } from '#ui/state/session.ts';

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
