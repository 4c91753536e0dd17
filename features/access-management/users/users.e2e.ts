import type { Locator, Page } from '@playwright/test';
import { signUpWithProject } from '#e2e/calls.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lookAt, expectFits, phone, sentencesOf } from '#e2e/look.ts';

type Sentences = ReturnType<typeof sentencesOf>;

async function signUp(page: Page, t: Sentences, link: string): Promise<void> {
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByLabel(t('E-mail'))).toHaveAttribute('readonly');
  await page.getByLabel(t('First name')).fill('Jana');
  await page.getByLabel(t('Last name')).fill('Kolegová');
  await page.getByLabel(t('Password'), { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel(t('Confirm password')).fill('Correct-Horse-7');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('Sign up and join') }).click();
}

async function chooseInMenu(page: Page, row: Locator, { more, item }: { more: string; item: string }): Promise<void> {
  await row.getByRole('button', { name: more, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

for (const language of firstByDay('en', 'cs'))
  test(`a colleague is invited, sees what her groups open, is kept out and comes back, in ${language}`, async ({
    page,
    browser,
    server,
  }) => {
    const t = sentencesOf(language);
    const own = await signUpWithProject(server.url, { name: 'Lamps', data_source: 'aisle_api' });
    await page.addInitScript((session) => localStorage.setItem('id_token', session), own.sessionToken);
    await lookAt(page, { language });
    const hers = await (await browser.newContext({ baseURL: server.url })).newPage();
    await lookAt(hers, { language });
    const entry = (name: Parameters<Sentences>[0]) => hers.getByRole('link', { name: t(name), exact: true });
    const email = `jana.${language}@example.com`;

    await page.goto('/access-management/users');
    await expect(page.getByText(t('Invite a colleague: they see only what their groups allow.'))).toBeVisible();
    await page.getByRole('button', { name: t('Invite user') }).click();
    const emails = page.getByRole('combobox', { name: t('E-mail addresses') });
    await emails.fill('nonsense');
    await emails.press('Enter');
    await page.getByRole('button', { name: t('Send invitation') }).click();
    await expect(page.getByText(t('Choose at least one group.'))).toBeVisible();
    await page.getByRole('checkbox', { name: t('Data'), exact: true }).check();
    await page.getByRole('button', { name: t('Send invitation') }).click();
    await expect(page.getByText(t('“{address}” is not valid', { address: 'nonsense' }))).toBeVisible();
    await emails.press('Backspace');
    await emails.fill(email);
    await page.getByRole('button', { name: t('Send invitation') }).click();
    await expect(page.getByText(t('No mail server: send this link yourself.'))).toBeVisible();
    await expectAccessible(page);
    const link = await page.getByRole('textbox', { name: email }).inputValue();
    await page.getByRole('button', { name: t('Done') }).click();
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toContainText(t('Invited'));

    await signUp(hers, t, link);
    await expect(entry('Feeds')).toBeVisible();
    for (const name of ['Synonyms', 'Query tester', 'Users', 'Projects'] as const) await expect(entry(name)).toBeHidden();

    await page.reload();
    await expect(row).toContainText('Jana Kolegová');
    await row.getByRole('button', { name: t('Edit groups') }).click();
    await page.getByRole('checkbox', { name: t('Data'), exact: true }).uncheck();
    await page.getByRole('checkbox', { name: t('Search settings'), exact: true }).check();
    await page.getByRole('button', { name: t('Save changes') }).click();
    await expect(page.getByText(t('The groups were saved. They hold from now on.'))).toBeVisible();
    await entry('Feeds').click();
    await expect(
      hers.getByText(
        t('“{screen}” is for the group {group}. Ask {owner}.', { screen: t('Feeds'), group: t('Data'), owner: 'Nora New' }),
      ),
    ).toBeVisible();
    await expect(entry('Synonyms')).toBeVisible();

    await chooseInMenu(page, row, { more: t('More'), item: t('Block') });
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Block user') })
      .click();
    await expect(row).toContainText(t('Blocked'));
    await entry('Synonyms').click();
    await expect(entry('Synonyms')).toBeHidden();
    await chooseInMenu(page, row, { more: t('More'), item: t('Unblock') });
    await expect(row).toContainText(t('Active'));
    await hers.reload();
    await expect(entry('Synonyms')).toBeVisible();

    await page.setViewportSize(phone);
    await expectFits(page);
    await expectAccessible(page);
    await chooseInMenu(page, row, { more: t('More'), item: t('Remove') });
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Remove user') })
      .click();
    await expect(row).toBeHidden();
    await hers.close();
  });

test('an invitation is sent again, and opens nothing once it is withdrawn', async ({ page, browser, server }) => {
  const t = sentencesOf('en');
  const own = await signUpWithProject(server.url, { name: 'Lamps', data_source: 'aisle_api' });
  await page.addInitScript((session) => localStorage.setItem('id_token', session), own.sessionToken);
  await lookAt(page, {});
  await page.goto('/access-management/users?edit=new');
  await page.getByRole('combobox', { name: t('E-mail addresses') }).fill('petr@shop.example');
  await page.getByRole('checkbox', { name: t('Data'), exact: true }).check();
  await page.getByRole('button', { name: t('Send invitation') }).click();
  const link = await page.getByRole('textbox', { name: 'petr@shop.example' }).inputValue();
  await page.getByRole('button', { name: t('Done') }).click();
  const row = page.getByRole('row').filter({ hasText: 'petr@shop.example' });
  await row.getByRole('button', { name: t('Send again') }).click();
  await expect(page.getByText(t('It was sent today already. The link is valid for 7 days.'))).toBeVisible();
  await chooseInMenu(page, row, { more: t('More'), item: t('Withdraw') });
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Withdraw') })
    .click();
  await expect(row).toBeHidden();
  const his = await (await browser.newContext({ baseURL: server.url })).newPage();
  await his.goto(link.slice(link.indexOf('/invitation')));
  await expect(his.getByText('This link has expired or was used already.')).toBeVisible();
});
