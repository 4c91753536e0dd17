import { password, signUpNewcomer } from './calls.ts';
import { expect, test } from './fixtures.ts';

test('an administrator blocks, unblocks and deletes an account, and another one, who is late, reads so', async ({
  asOwner,
  browser,
  server,
}) => {
  const page = await asOwner();
  const { email, token } = await signUpNewcomer(server.url);
  const theirs = await (await browser.newContext({ baseURL: server.url })).newPage();
  await theirs.goto('/login');
  await theirs.evaluate((session) => localStorage.setItem('id_token', session), token);
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('button', { name: /^User menu of Nora/ })).toBeVisible();

  await page.goto(`/super-admin/all-users?search=${email}`);
  const row = page.getByRole('row').filter({ hasText: email });
  // A second tab with the previous version of the account.
  const late = await page.context().newPage();
  await late.goto(`/super-admin/all-users?search=${email}`);
  const lateRow = late.getByRole('row').filter({ hasText: email });
  await expect(lateRow).toContainText('Active');

  await row.getByRole('button', { name: 'Block account' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Block ${email}?`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block account' }).click();
  await expect(row).toContainText('Blocked');
  await theirs.reload();
  await theirs.waitForURL('**/login*');
  await lateRow.getByRole('button', { name: 'More' }).click();
  await late.getByRole('menuitem', { name: 'Make administrator' }).click();
  await late.getByRole('alertdialog').getByRole('button', { name: 'Make administrator' }).click();
  await expect(late.getByText('Olga Owner has changed this account since. Check it and try again.')).toBeVisible();
  await expect(lateRow).toContainText('Blocked');
  await late.close();

  await row.getByRole('button', { name: 'Unblock account' }).click();
  await expect(row).toContainText('Active');
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('button', { name: /^User menu of Nora/ })).toBeVisible();

  await row.getByRole('link', { name: /Nora New/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Nora New' });
  await expect(drawer.getByRole('row', { name: /Signed in/ }).first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete account' });
  await question.getByRole('textbox').fill(email);
  await question.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('The account was deleted.')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(row).toBeHidden();
  await theirs.context().close();
});
