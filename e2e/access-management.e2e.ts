import { signUpWithProject } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';

test('a colleague is invited, sees what her groups open, is blocked, and comes back', async ({ page, browser, server }) => {
  const own = await signUpWithProject(server.url, { name: 'Lamps', data_source: 'aisle_api' });
  await signIn(page, own.sessionToken);
  const hers = await (await browser.newContext({ baseURL: server.url })).newPage();
  const entry = (name: string) => hers.getByRole('link', { name, exact: true });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const email = 'jana@example.com';
  const row = page.getByRole('row').filter({ hasText: email });

  await page.goto('/access-management/users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const emails = page.getByRole('combobox', { name: 'E-mail addresses' });
  await emails.fill('nonsense');
  await emails.press('Enter');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Choose at least one group.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Data', exact: true }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('“nonsense” is not a valid e-mail address')).toBeVisible();
  await emails.press('Backspace');
  await emails.fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('No mail server: send this link yourself.')).toBeVisible();
  const link = new URL(await page.getByRole('textbox', { name: email }).inputValue());
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText('Invited');

  await hers.goto(link.pathname + link.search);
  await expect(hers.getByLabel('E-mail')).toHaveAttribute('readonly');
  await hers.getByLabel('First name').fill('Jana');
  await hers.getByLabel('Last name').fill('Kolegová');
  await hers.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await hers.getByLabel('Confirm password').fill('Correct-Horse-7');
  await hers.getByRole('checkbox').check();
  await hers.getByRole('button', { name: 'Sign up and join' }).click();
  await expect(entry('Feeds')).toBeVisible();
  for (const name of ['Synonyms', 'Query tester', 'Users', 'Projects']) await expect(entry(name)).toBeHidden();

  await page.reload();
  await expect(row).toContainText('Jana Kolegová');
  await row.getByRole('button', { name: 'Edit groups' }).click();
  await page.getByRole('checkbox', { name: 'Data', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Search settings', exact: true }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Groups saved.')).toBeVisible();
  await entry('Feeds').click();
  await expect(hers.getByText('“Feeds” is for the group Data. Ask Nora New.')).toBeVisible();
  await expect(entry('Synonyms')).toBeVisible();

  await choose('Block');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block user' }).click();
  await expect(row).toContainText('Blocked');
  await entry('Synonyms').click();
  await expect(entry('Synonyms')).toBeHidden();
  await choose('Unblock');
  await expect(row).toContainText('Active');
  await hers.reload();
  await expect(entry('Synonyms')).toBeVisible();
  await hers.context().close();
});
