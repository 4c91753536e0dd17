import { expect, it } from 'vitest';
import { find, press, row, says, type, until, valueOf } from '#testing/pages/acts.ts';
import { callAs, dataDirectory, emptyShop, openPage, serverUrl } from '#testing/pages/open-page.tsx';
import { password, post, read, signUpNewcomer } from '#e2e/calls.ts';
import { mailedToken } from '#testing/letters.ts';
import { changeUserData, readUserData } from '#features/account/profile/profile.contract.ts';
import { login, verify } from '#features/account/account.contract.ts';

const newPassword = 'Battery-Staple-8';

it('sets a new password by the mailed link', async () => {
  const { email } = await signUpNewcomer(serverUrl);
  await openPage('/password-reset', {});
  await press('Send');
  await says('E-mail is required');
  await type('E-mail', email);
  await press('Send');
  await says(`If ${email} has an account, a link is on its way.`);
  await says('This server sends no mail.');
  await openPage(`/password-reset?token=${await mailedToken(dataDirectory, email)}`, {});
  await type('New password', newPassword);
  await type('Confirm password', password);
  await press('Set password');
  await says('The password and its confirm are not the same');
  await type('Confirm password', newPassword);
  await press('Set password');
  await says('Password set. Sign in.');
  await until(async () => expect(await post(serverUrl, login.path, { email, password: newPassword })).toHaveProperty('token'));
});

it('offers a new link in Czech when the link has expired', async () => {
  await openPage(`/password-reset?token=${'x'.repeat(43)}`, {}, 'cs');
  await says('Odkaz vypršel nebo už byl použit.');
  await press('Poslat znovu');
  await find('heading', 'Zapomenuté heslo');
});

it("changes a person's name, password and address, and keeps the last owner", async () => {
  const shop = await emptyShop();
  await openPage('/profile', shop);
  await type('First name', 'Eva');
  await type('Phone', 'not a number');
  await type('E-mail', `new-${shop.email}`);
  await press('Save changes');
  await says('Phone is not valid');
  await type('Phone', '+420 123 456 789');
  await press('Save changes');
  await says(`Open the link we sent to new-${shop.email}. Until then you keep ${shop.email}.`);
  await find('button', /^User menu of Eva/);

  await type('Current password', 'Wrong-Horse-7');
  await type('New password', newPassword);
  await type('Verify', newPassword);
  await press('Change password');
  await says('This isn’t your current password.');
  await type('Current password', password);
  await press('Change password');
  await says('Password changed. Other sessions were signed out.');
  await row(/Changed the password here/i);
  await says('Transfer ownership of Lamps first.');
  expect((await find('button', 'Deactivate account')).getAttribute('aria-disabled')).toBe('true');

  await openPage('/profile', shop);
  await type('E-mail', `newer-${shop.email}`);
  await press('Save changes');
  await openPage(`/email-change?token=${await mailedToken(dataDirectory, `newer-${shop.email}`)}`, {});
  await press('Use this address');
  await says(`Your e-mail address is now newer-${shop.email}.`);
});

it('asks when another tab has saved the personal data, and replaces or loads it', async () => {
  const shop = await emptyShop();
  await openPage('/profile', shop);
  await type('Job', 'Buyer');
  const { name, surname, email } = await callAs(shop, readUserData, {});
  await callAs(shop, changeUserData, { name, surname, email, job: 'Seller', phone: '1' });
  await press('Save changes');
  await says('saved this in another tab. Load that version, or replace it.');
  await press('Load that version');
  await until(async () => expect(await valueOf('Phone')).toBe('1'));
  await type('Job', 'Buyer');
  await callAs(shop, changeUserData, { name, surname, email, job: 'Seller', phone: '2' });
  await press('Save changes');
  await press('Replace it');
  await until(async () => expect(await callAs(shop, readUserData, {})).toMatchObject({ job: 'Buyer', phone: '1' }));
});

it('deactivates an account once the phrase is typed, and blocks its sign-in', async () => {
  const { email, token } = await signUpNewcomer(serverUrl);
  await openPage('/profile', { sessionToken: token });
  await type('Password', password);
  await type('Type “i want deactivate” to confirm.', 'no');
  await press('Deactivate account');
  await says('Field is not valid. Type exactly “i want deactivate”.');
  await type('Type “i want deactivate” to confirm.', 'i want deactivate');
  await press('Deactivate account');
  await until(() => expect(read(serverUrl, verify.path, token, '')).rejects.toThrow('401'));
  await expect(post(serverUrl, login.path, { email, password })).rejects.toThrow('401');
});
