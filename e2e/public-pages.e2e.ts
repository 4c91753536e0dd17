import { troublesOf } from './troubles.ts';
import { expect, test } from './fixtures.ts';

test('the terms are read while signing up, and nothing typed is lost', async ({ page }) => {
  const troubles = troublesOf(page);
  await page.goto('/register');
  await page.getByLabel('First name').fill('Eva');
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await expect(terms).toContainText('1. Who runs this');
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Eva');
  expect(troubles).toEqual([]);
});

test('the sign-in page loads at most 150 kB of script, compressed as for a server without TLS', async ({ page, server }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
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
