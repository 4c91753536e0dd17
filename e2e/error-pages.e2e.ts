import { expect, test } from './fixtures.ts';

const heading = (name: string) => ({ name, level: 1 }) as const;

test('code that does not come, a lost connection, and a session that was ended elsewhere each lead to their page, and back', async ({
  asOwner,
}) => {
  const page = await asOwner();
  await page.route('**/assets/console-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-3\?return=%2Fdata%2Fcollections/);
  await expect(page.getByRole('heading', heading('This page could not be loaded'))).toBeVisible();
  await page.route('**/robots.txt', (route) => route.abort());
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-2\?/);
  await page.unrouteAll();

  // The session is verified, and what comes next gets no answer.
  await page.route('**/api/sales_channel/**', (route) => route.abort());
  await page.evaluate(() => sessionStorage.clear());
  await page.evaluate(() => ['client_id', 'project_id'].forEach((name) => localStorage.removeItem(name)));
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-2\?/);
  await expect(page.getByRole('heading', heading('The connection is lost'))).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', heading('Collections'))).toBeVisible();

  const expired = JSON.stringify({ err: 1, msg: '', data: null, errors: [{ field: '', code: 'notSignedIn', message: '' }] });
  await page.route('**/api/verify', (route) => route.fulfill({ status: 401, body: expired }));
  await page.getByRole('link', { name: 'Phrases' }).click();
  await expect(page).toHaveURL(/\/custom-error\/error-6\?/);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /^\/login\?return=%2Fdata%2Fphrases/);
});
