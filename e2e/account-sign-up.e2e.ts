import { mailedToken } from '#testing/letters.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test('a visitor reads the terms, signs up by the mailed link, and uploads a picture', async ({ page, server }) => {
  const email = `elsewhere-${Date.now()}@example.com`;
  // Local sign-ups need no mail.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('First name').fill('Eva');
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await expect(terms).toContainText('1. Who runs this');
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Eva');
  await page.getByLabel('Last name').fill('Nová');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel('Confirm password').fill('Correct-Horse-7');
  await page.getByLabel('I agree with the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(`Open the link we sent to ${email} to finish.`)).toBeVisible();

  await page.goto(`/register/confirm?token=${await mailedToken(server.dataDirectory, email)}`);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await expect(page.getByText('The login detail is incorrect.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await expect(page.getByRole('heading', { name: 'Add your first project' })).toBeVisible();

  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles('docs/screenshots/add-project.png');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible();
  // Without a reload.
  await expect(page.getByRole('button', { name: /^User menu of Eva/ }).locator('img')).toBeVisible();
});

test('the sign-in page is accessible, and loads at most 150 kB of compressed script', async ({ page, server }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expectAccessible(page);
  const sizeOf = async (url: string) => {
    const { status, headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect([status, url.startsWith(server.url)]).toEqual([200, true]);
    return Number(headers.get('content-length'));
  };
  const sizes = await Promise.all([...scripts].map(sizeOf));
  const sum = sizes.reduce((one, other) => one + other, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum, [...scripts].join(' ')).toBeLessThanOrEqual(150_000);
});
