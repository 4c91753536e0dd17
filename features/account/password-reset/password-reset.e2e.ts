import { expectAccessible } from '#e2e/accessibility.ts';
import { password, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lookAt } from '#e2e/look.ts';
import { mailedToken } from '#testing/letters.ts';

const newPassword = 'Battery-Staple-8';

test('somebody who has forgotten their password sets a new one by the mailed link', async ({ page, server }) => {
  const { email } = await signUpNewcomer(server.url);
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('E-mail is required')).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account, a link is on its way.`)).toBeVisible();
  await expect(page.getByText('This server sends no mail.')).toBeVisible();
  await expectAccessible(page);
  await mailedToken(server.dataDirectory, email);
  await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden();
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Send again' }).click();
  const token = await mailedToken(server.dataDirectory, email, 2);

  await page.goto(`/password-reset?token=${token}`);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The password and its confirm are not the same')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password set. Sign in.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Add your first project' })).toBeVisible();
});

test('a link that was used or is too old leads to a new one, in Czech as well', async ({ page }) => {
  await lookAt(page, { language: 'cs', isPhone: true, isDark: true });
  await page.goto(`/password-reset?token=${'x'.repeat(43)}`);
  await expect(page.getByText('Odkaz vypršel nebo už byl použit.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Poslat nový' }).click();
  await expect(page.getByRole('heading', { name: 'Zapomenuté heslo' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
