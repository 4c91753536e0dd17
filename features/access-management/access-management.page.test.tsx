import { expect, it, test } from 'vitest';
import { dialog, find, noRow, press, pressInRow, row, says, type, until, valueOf } from '#testing/pages/acts.ts';
import { callAs, dataDirectory, emptyShop, openPage, serverUrl } from '#testing/pages/open-page.tsx';
import { password, post, read, signUpNewcomer } from '#e2e/calls.ts';
import { login, requestReset, resetPassword } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { mailedToken } from '#testing/letters.ts';
import { inviteUser } from './invitations/invitations.contract.ts';
import { addressesOf } from './users/screen/invite-drawer.tsx';

async function invite(email: string, name: string) {
  const shop = await emptyShop({ name });
  await callAs(shop, inviteUser, { email, user_groups: [3] });
  return { shop, address: `/invitation?token=${await mailedToken(dataDirectory, email)}` };
}

it('lets only the invited person accept an invitation', async () => {
  const [{ email, token: hers }, { token: another }] = [await signUpNewcomer(serverUrl), await signUpNewcomer(serverUrl)];
  const { shop, address } = await invite(email, 'Inviting');
  await openPage(address, { sessionToken: another });
  await press('Accept');
  await says(`The invitation is for ${email}, but you are signed in with another address.`);
  await find('button', `Sign in as ${email}`);
  await openPage(address, { sessionToken: hers });
  await says('invites you to Inviting');
  await press('Accept');
  await until(() => expect(location.pathname).toBe('/dashboard'));
  await openPage('/search-settings/synonyms', { sessionToken: hers });
  await says('“Synonyms” is for the group Search settings. Ask Nora New.');

  await openPage('/access-management/users', shop);
  await pressInRow('Block', row(email));
  await press('Block', find('alertdialog'));
  await says('Blocked.');
  await openPage('/dashboard', { sessionToken: hers });
  await says('Nora New blocked you in “Inviting”.');
  await openPage(`/dashboard?p=${shop.id}`, { sessionToken: hers });
  await says('This project is not open to you');
  await says('Nora New blocked you in “Inviting”.');
  await openPage('/access-management/users', shop);
  await pressInRow('Unblock', row(email));
  await says('Unblocked.');
  await pressInRow('Remove', row(email));
  await press('Remove', find('alertdialog'));
  await noRow(email);
});

it('shows open invitations where a first project is added, once a mailed link has proven the address', async () => {
  const { email } = await signUpNewcomer(serverUrl);
  await post(serverUrl, requestReset.path, { email });
  const reset = { token: await mailedToken(dataDirectory, email), password, password_confirmation: password };
  await post(serverUrl, resetPassword.path, reset);
  const { token } = await post<{ token: string }>(serverUrl, login.path, { email, password });
  await invite(email, 'Corner shop');
  await openPage('/dashboard', { sessionToken: token });
  await says('Nora New invites you to Corner shop');
  await press('Accept');
  await until(async () => {
    const projects = await read<{ name: string }[]>(serverUrl, listProjects.path, token, '');
    expect(projects.map(({ name }) => name)).toContain('Corner shop');
  });
});

it('resends an invitation, and rejects its link once it is withdrawn', async () => {
  const shop = await emptyShop();
  await openPage('/access-management/users?edit=new', shop);
  await type('E-mail addresses', 'nonsense', undefined, 'Tab');
  await press('Send');
  await says('Choose at least one group.');
  await says('“nonsense” is not a valid e-mail address');
  await openPage('/access-management/users?edit=new', shop);
  await type('E-mail addresses', 'petr@shop.example', undefined, 'Tab');
  await press('Data', undefined, 'checkbox');
  await press('Send');
  const link = new URL(await valueOf('petr@shop.example'));
  await press('Done');
  await pressInRow('Send again', row('petr@shop.example'));
  await says('It was sent today already. The link is valid for 7 days.');
  await pressInRow('Withdraw', row('petr@shop.example'));
  await press('Withdraw', find('alertdialog'));
  await noRow('petr@shop.example');
  await openPage(link.pathname + link.search, {});
  await says('This link has expired or was already used.');
  await find('link', 'Sign in');
  await openPage(link.pathname + link.search, { sessionToken: shop.sessionToken });
  await find('link', 'Go to the dashboard');
});

it('signs up by an invitation, and has the groups that are edited', async () => {
  const email = `jana-${Date.now()}@shop.example`;
  const { shop, address } = await invite(email, 'Colleagues');
  await openPage(address, {});
  expect((await find('textbox', 'E-mail')).hasAttribute('readonly')).toBe(true);
  await type('First name', 'Jana');
  await type('Last name', 'Kolegová');
  await type('Password', password);
  await type('Confirm password', password);
  await press('I agree with the terms and conditions', undefined, 'checkbox');
  await press('Sign up and join');
  await until(() => expect(location.pathname).toBe('/dashboard'));
  await openPage('/access-management/users', shop);
  await pressInRow('Groups', row('Jana Kolegová'));
  const drawer = dialog('Groups of Jana Kolegová');
  await press('Data', drawer, 'checkbox');
  await press('Search settings', drawer, 'checkbox');
  await press('Save changes', drawer);
  await says('Saved.');
  await row(/Jana Kolegová.*Search settings/);
});

test.each([
  ['Petr Pátý <petr@example.com>', ['petr@example.com']],
  ['ann@example.com "Lee, Bob" <bob@example.com> <ann@example.com>', ['ann@example.com', 'bob@example.com']],
  ['petr ann@example.com', ['petr', 'ann@example.com']],
])('of %s, the addresses are taken', (pasted, addresses) => {
  expect(addressesOf(pasted.split(/[ ,]+/))).toEqual(addresses);
});
