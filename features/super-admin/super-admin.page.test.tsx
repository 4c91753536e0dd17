import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  choose,
  dialog,
  find,
  main,
  noRow,
  part,
  press,
  pressInRow,
  row,
  says,
  textOf,
  type,
  valueOf,
} from '#testing/pages/acts.ts';
import { callAs, openPage, openUntil, sampleShop, serverUrl } from '#testing/pages/open-page.tsx';
import { read, signUpNewcomer } from '#e2e/calls.ts';
import { verify } from '#features/account/account.contract.ts';
import { listAccounts, unblockAccount } from './all-users/all-users.contract.ts';
import { announce } from './announcement/announcement.contract.ts';

it('finds a call that failed and shows how it ended', async () => {
  const path = `/front/trending`;
  await fetch(`${serverUrl}${path}?token=${sampleShop.token}&limit=no-number`);
  await fetch(`${serverUrl}${path}?token=a-token-of-nobody&limit=5`);
  const failed = (): HTMLElement[] => screen.queryAllByRole('row').filter((one) => textOf(one).includes(path));
  await openUntil(`/super-admin/api-logs?path=${encodeURIComponent(path)}&status=failed`, sampleShop, () =>
    expect(failed()).toHaveLength(2),
  );
  expect(await valueOf('Calls')).toBe('all');
  await says('One in 20 successful shop calls is logged.');
  fireEvent.click((await row('401')).querySelector('a')!);
  const drawer = part('dialog', 'Call');
  await says('Unknown client ID.', drawer);
  expect(textOf(drawer())).not.toContain('a-token-of-nobody');
  await press('Same path', dialog('Call'));
  await choose('Status', '5xx');
  await says('No rows for these filters');
  await openPage('/super-admin/api-logs', sampleShop);
  expect(await valueOf('Calls')).toBe('shop');
  await row('401');
  expect(screen.queryAllByRole('row').some((one) => textOf(one).includes('/api/verify'))).toBe(false);
  await choose('Calls', 'Calls: All');
  await row('/api/verify');
});

it('leads administrators from their profile to the settings of mail', async () => {
  await openPage('/profile', sampleShop);
  await press('Set up mail', main(), 'link');
  await says('No mail server is set.');
  await find('radiogroup', 'Who may sign up');
  await press('Support');
  await press('Failed calls', dialog('Support'), 'link');
  await find('heading', 'API logs');
});

it('scrolls the menu to the entry of the screen', async () => {
  const scrolled: string[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(textOf(this));
  });
  await openPage('/super-admin/api-logs', sampleShop);
  await waitFor(() => expect(scrolled).toEqual(['API logs']));
  scroll.mockRestore();
});

it('asks when another administrator has replaced the announcement', async () => {
  const until = Date.now() + 3_600_000;
  await openPage('/super-admin/all-users?dialog=announcement', sampleShop);
  await type('English', 'Mine.');
  await callAs(sampleShop, announce, { text_en: 'Theirs.', text_cs: '', until });
  await type('Until', '2099-01-01T00:00');
  await press('Publish');
  await says('You saved this in another tab. Load that version, or replace it.');
  await press('Load that version');
  await waitFor(async () => expect(await valueOf('English')).toBe('Theirs.'));
  await type('English', 'Ours.');
  await press('Publish');
  await says('Published.');
});

it('blocks, unblocks and deletes an account, and refuses what another administrator has changed', async () => {
  const { email, token } = await signUpNewcomer(serverUrl);
  const isSignedIn = () => read(serverUrl, verify.path, token, '').then(Boolean, () => false);
  await openPage(`/super-admin/all-users?search=${email}`, sampleShop);
  await pressInRow('Block', row(email));
  await press('Block', find('alertdialog'));
  await row(/Blocked/);
  expect(await isSignedIn()).toBe(false);
  const [account] = (await callAs(sampleShop, listAccounts, { search: email })).items;
  await callAs(sampleShop, unblockAccount, { id: account!.id, managed_at: account!.managed_at });
  await pressInRow('Unblock', row(email));
  await says(/has changed this account since\. Check it and try again\./);
  await row(/Active/);
  await pressInRow('Delete account', row(email));
  const question = dialog(`Delete “${email}”?`);
  await type(/^Type/, email, question);
  await press('Delete account', question);
  await says('Deleted.');
  await noRow(email);
});
