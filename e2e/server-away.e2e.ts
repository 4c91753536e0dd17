import { lamps } from '#testing/feeds/feed-shops.ts';
import { expect, test } from './fixtures.ts';
import { middleOf } from './look.ts';

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
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error/)).toHaveCount(0);
  await expect(drawer.getByLabel('Term')).toHaveValue('torch');
  await network.setOffline(false);
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'torch' })).toBeVisible();

  await page.goto('/search-settings/curations/edit?id=new&query=lamp');
  await page
    .getByRole('button', { name: /^Promote “/ })
    .first()
    .click();
  await network.setOffline(true);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error|correct data/)).toHaveCount(0);
  await network.setOffline(false);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText('Saved. Waits for midnight.')).toBeVisible();
});

test('a button that waits shows so in its middle, also where nothing moves', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/waits.ndjson', '{"id":"1","name":"Lamp"}'));
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await page.route('**/api/synonyms', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await drawer.getByLabel('Term').fill('lamp');
  await drawer.getByLabel('Synonyms').fill('light,');
  const button = drawer.getByRole('button', { name: 'Add synonym' });
  await button.click();
  await expect(drawer.locator('.mantine-Loader-root')).toBeVisible();
  expect(await middleOf(drawer.locator('.mantine-Loader-root'))).toEqual(await middleOf(button));
});

for (const [language, titles, bar] of [
  ['en', { schema: 'Schema', synonyms: 'Synonyms', data: 'Data' }, 'No connection to the server. Trying again …'],
  ['cs', { schema: 'Schéma', synonyms: 'Synonyma', data: 'Data' }, 'Server neodpovídá. Zkouším to znovu…'],
] as const)
  test(`a screen that is opened while the server is away comes by itself once it is back (${language})`, async ({ asOwner }) => {
    const page = await asOwner({ language });
    await page.goto('/search-settings/synonyms');
    await expect(page.getByRole('heading', { level: 1, name: titles.synonyms })).toBeVisible();
    // The code of the other screen is there already, as after a visit of it.
    await page.goto('/data/schema');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: titles.synonyms })).toBeVisible();

    await page.getByRole('navigation').getByRole('button', { name: titles.data, exact: true }).click();
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('navigation').getByRole('link', { name: titles.schema, exact: true }).click();
    await expect(page).toHaveURL(/\/data\/schema/);
    await expect(page.getByRole('heading', { level: 1, name: titles.schema })).toBeVisible();
    await expect(page.getByText(bar)).toBeVisible();
    await expect(page.getByText(/Internal error|Vnitřní chyba/)).toHaveCount(0);
    await page.unrouteAll();
    await expect(page.getByText(bar)).toHaveCount(0);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await expect(page).toHaveURL(/\/data\/schema/);
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
