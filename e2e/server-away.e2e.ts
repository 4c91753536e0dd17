import { batchPath } from '#contract/envelope.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './pages.ts';

const told = 'No connection to the server. Nothing was saved.';

test('while the server is away a save says so once, keeps what is typed, and works when it is back', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  await asFilledShop(feedHost.put('/away.ndjson', lamps(5)));
  const network = page.context();
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('torch');
  await drawer.getByLabel('Synonyms').fill('flashlight,');
  await network.setOffline(true);
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error/)).toHaveCount(0);
  await expect(drawer.getByLabel('Term')).toHaveValue('torch');
  await network.setOffline(false);
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'torch' })).toBeVisible();

  await page.goto('/search-settings/curations/edit?id=new&query=lamp');
  await page
    .getByRole('button', { name: /^Promote “/ })
    .first()
    .click();
  await network.setOffline(true);
  await page.getByRole('button', { name: 'Publish at midnight' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error|correct data/)).toHaveCount(0);
  await network.setOffline(false);
  await page.getByRole('button', { name: 'Publish at midnight' }).click();
  await expect(page.getByText('Saved. Goes live at midnight.')).toBeVisible();
});

test('a screen that is opened while the server is away comes by itself once it is back', async ({ asOwner }) => {
  const page = await asOwner();
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  // The other screen's code is loaded already.
  await page.goto('/data/schema');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await openByMenu(page, 'Synonyms');
  await expect(title('Synonyms')).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await openByMenu(page, 'Schema');
  await expect(page).toHaveURL(/\/data\/schema/);
  await expect(title('Schema')).toBeVisible();
  const bar = page.getByText('No connection to the server. Trying again …');
  await expect(bar).toBeVisible();
  await expect(page.getByText(/Internal error/)).toHaveCount(0);
  await page.unrouteAll();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('row')).not.toHaveCount(0);
});

test('on a slow network a screen has its title and its place at once, and old results are pale', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester?q=kettle');
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results).toHaveAttribute('aria-busy', 'false');

  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  const query = page.getByRole('searchbox', { name: 'Type a query' });
  await query.fill('lamp');
  await expect(results).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('navigation').getByRole('link', { name: 'Synonyms', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Synonyms' })).toBeVisible();
  await expect(page.locator('main .mantine-Skeleton-root').first()).toBeVisible();
  release();
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
});

test('code that does not come, a lost connection, and a session that was ended elsewhere each lead to their page, and back', async ({
  asOwner,
}) => {
  const page = await asOwner();
  await page.route('**/assets/shell-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-3\?return=%2Fdata%2Fcollections/);
  await expect(page.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible();
  await page.route('**/robots.txt', (route) => route.abort());
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-2\?/);
  await page.unrouteAll();

  // The session is verified, then calls get no response.
  await page.route('**/api/sales_channel/**', (route) => route.abort());
  await page.route(`**${batchPath}`, (route) => {
    const { calls } = route.request().postDataJSON() as { calls: object[] };
    return route.continue({ postData: { calls } });
  });
  await page.evaluate(() => sessionStorage.clear());
  await page.evaluate(() => ['client_id', 'project_id'].forEach((name) => localStorage.removeItem(name)));
  await page.goto('/data/collections');
  await expect(page).toHaveURL(/\/custom-error\/error-2\?/);
  await expect(page.getByRole('heading', { name: 'The connection is lost', level: 1 })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();

  const expired = JSON.stringify({ err: 1, msg: '', data: null, errors: [{ field: '', code: 'notSignedIn', message: '' }] });
  await page.route('**/api/verify', (route) => route.fulfill({ status: 401, body: expired }));
  await page.getByRole('link', { name: 'Phrases' }).click();
  await expect(page).toHaveURL(/\/custom-error\/error-6\?/);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /^\/login\?return=%2Fdata%2Fphrases/);
});
