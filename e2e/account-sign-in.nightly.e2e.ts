import { register } from '#features/account/account.contract.ts';
import { codeOf } from '#testing/second-factor.ts';
import { owner, password, post } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './server.ts';

test('who has no second factor sets one up where the server demands it, and goes on where they were', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_REQUIRE_TWO_FACTOR: 'true' } });
  try {
    await post(server.url, register.path, owner);
    await page.goto(`${server.url}/owner/projects`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This server requires it.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const key = (await page.locator('main code').innerText()).replaceAll(' ', '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code from your app').fill(codeOf(key));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('I’ve saved the codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/owner\/projects/);
  } finally {
    await server.stop();
  }
});

test('where the environment says who may sign up, nobody is asked', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_SIGNUP: 'invited' } });
  try {
    await page.goto(`${server.url}/register`);
    await expect(page.getByRole('radio', { name: 'Invited only' })).toBeDisabled();
    await expect(page.getByText('Set by the server.')).toBeVisible();
    await post(server.url, register.path, { ...owner, sign_up_mode: 'open' });
    await page.reload();
    await expect(page.getByText('Sign-up is by invitation only.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeHidden();
  } finally {
    await server.stop();
  }
});
