import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { lookAt, sentencesOf } from '#e2e/look.ts';
import { startServer } from '#e2e/server.ts';
import { owner, post } from '#e2e/calls.ts';
import { mailedToken } from '#testing/letters.ts';
import { register } from './account.contract.ts';

test('somebody from elsewhere signs up by the mailed link, and gets in by their password', async ({
  page,
  server,
  ownerToken,
}) => {
  expect(ownerToken).not.toBe('');
  const email = `elsewhere${Date.now()}@example.com`;
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  await page.goto('/register');
  await page.getByLabel('First name').fill('Eva');
  await page.getByLabel('Last name').fill('Nová');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel('Confirm password').fill('Correct-Horse-7');
  await page.getByLabel('I agree with the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(`We have sent a mail to ${email}.`)).toBeVisible();
  await expect(page.getByText('This server sends no mails.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/register/confirm?token=${await mailedToken(server.dataDirectory, email)}`);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await expect(page.getByText('The login detail is incorrect.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await expect(page.getByRole('heading', { name: 'Add your first project' })).toBeVisible();
});

for (const language of firstByDay('en', 'cs')) {
  test(`an empty server leads to setting it up, and then keeps to what was chosen, in ${language}`, async ({ page, browser }) => {
    const t = sentencesOf(language);
    const server = await startServer();
    try {
      await lookAt(page, { language });
      await page.goto(server.url);
      await expect(page).toHaveURL(/\/register$/);
      await expect(page.getByRole('heading', { name: t('Set up Aisle') })).toBeVisible();
      await expect(page.getByRole('radio', { name: t('Invited only') })).toBeChecked();
      await expectAccessible(page);
      await page.getByLabel(t('First name')).fill('Eva');
      await page.getByLabel(t('Last name')).fill('Nová');
      await page.getByLabel(t('E-mail')).fill('eva@example.com');
      await page.getByLabel(t('Password'), { exact: true }).fill('Correct-Horse-7');
      await page.getByLabel(t('Confirm password')).fill('Correct-Horse-7');
      await page.getByRole('radio', { name: t('Nobody') }).check();
      await page.getByLabel(t('I agree with the terms and conditions')).check();
      await page.getByRole('button', { name: t('Create account') }).click();
      await expect(page.getByRole('heading', { name: t('Add your first project') })).toBeVisible();

      const guest = await (await browser.newContext({ baseURL: server.url })).newPage();
      await lookAt(guest, { language });
      await guest.goto('/register');
      await expect(guest.getByText(t('Sign-up on this server is closed. Ask its administrator for an account.'))).toBeVisible();
      await page.goto(`${server.url}/super-admin/all-users`);
      await page.getByRole('radio', { name: t('Anyone') }).check();
      await expect(page.getByText(t('Saved.'))).toBeVisible();
      await guest.reload();
      await expect(guest.getByRole('button', { name: t('Sign up') })).toBeVisible();
      await guest.context().close();
    } finally {
      await server.stop();
    }
  });
}

test('where the environment says who may sign up, nobody is asked', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_SIGNUP: 'invited' } });
  try {
    await page.goto(`${server.url}/register`);
    await expect(page.getByRole('radio', { name: 'Invited only' })).toBeDisabled();
    await expect(page.getByText('Set by the server.')).toBeVisible();
    await post(server.url, register.path, { ...owner, sign_up_mode: 'open' });
    await page.reload();
    await expect(page.getByText('Sign-up on this server is by invitation.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeHidden();
  } finally {
    await server.stop();
  }
});
