import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test('who is not signed in is led to the sign-in page', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
});

test('the owner of the sample shop sees the dashboard', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard\?p=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('the sample shop has pictures', async ({ server }) => {
  const answer = await fetch(`${server.url}/sample-shop/pictures/1.svg`);
  expect(answer.headers.get('content-type')).toContain('image/svg+xml');
  expect(await answer.text()).toContain('<svg');
  expect((await fetch(`${server.url}/sample-shop/pictures/99999.svg`)).status).toBe(404);
});
