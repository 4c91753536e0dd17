import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startServer } from '#e2e/server.ts';
import { owner, post } from '#e2e/calls.ts';
import { mailedToken } from '#server/testing/letters.ts';
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
  await expect(page.getByRole('dialog', { name: 'Add project' })).toBeVisible();
});

test('where sign-up is by invitation, the pages say so once somebody is there', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_SIGNUP: 'invited' } });
  try {
    await page.goto(`${server.url}/register`);
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible();
    await post(server.url, register.path, owner);
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
