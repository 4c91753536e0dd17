import { expect, test } from './fixtures.ts';
import { startServer } from './server.ts';

test('an empty server leads to its set-up, and keeps to who may sign up', async ({ page, browser }) => {
  const server = await startServer();
  try {
    await page.goto(server.url);
    await expect(page).toHaveURL(/\/register$/);
    await expect(page.getByRole('heading', { name: 'Set up Aisle' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Only people whom a project invites' })).toBeChecked();
    await page.getByLabel('First name').fill('Eva');
    await page.getByLabel('Last name').fill('Nová');
    await page.getByLabel('E-mail').fill('eva@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
    await page.getByLabel('Confirm password', { exact: true }).fill('Correct-Horse-7');
    await page.getByRole('radio', { name: 'Nobody, not even by invitation' }).check();
    await page.getByLabel('I agree with the terms and conditions').check();
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Add your first project' })).toBeVisible();

    const guest = await (await browser.newContext({ baseURL: server.url })).newPage();
    await guest.goto('/register');
    await expect(guest.getByText('Sign-up is closed. Ask your administrator for an account.')).toBeVisible();
    await page.goto(`${server.url}/super-admin/settings`);
    await page.getByRole('radio', { name: 'Anyone who opens this address' }).check();
    await expect(page.getByText('Saved.')).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible();
    await guest.context().close();
  } finally {
    await server.stop();
  }
});
