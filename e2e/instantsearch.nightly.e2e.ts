import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { lampFeed, type Lamp, lamps } from '#clients/instantsearch/testing/lamp-shop.ts';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { FeedHost } from '#testing/feeds/feed-host.ts';
import { type PageSettings, settingsVariable } from '#clients/instantsearch/testing/page-settings.ts';

const bundles = new Map<string, Promise<string>>();

/** The program of a page with all that it imports, as a shop's own tools would put it together. */
function bundleOf(program: string): Promise<string> {
  const known = bundles.get(program);
  if (known !== undefined) return known;
  const bundle = bundled(program);
  bundles.set(program, bundle);
  return bundle;
}

async function bundled(program: string): Promise<string> {
  const bundler = await rolldown({
    input: fileURLToPath(import.meta.resolve(`#clients/instantsearch/testing/${program}`)),
    platform: 'browser',
    resolve: { alias: { preact: preactOfWidgets() } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
  });
  const { output } = await bundler.generate({ format: 'esm', codeSplitting: false });
  await bundler.close();
  return output[0].code;
}

/** The Preact that the widgets name. What their templates are made with finds ours instead, which draws nothing of theirs. */
function preactOfWidgets(): string {
  const { resolve } = createRequire(import.meta.url);
  return path.dirname(createRequire(resolve('instantsearch.js/package.json')).resolve('preact/package.json'));
}

/** Serves a page with the program at an origin of its own, as a shop's pages have one. Answers its address. */
async function putPage(host: FeedHost, program: string, body: string, settings: PageSettings): Promise<string> {
  const code = host.put(`/${program}.js`, await bundleOf(program), 'text/javascript; charset=utf-8');
  return host.put(
    `/${program}.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${body}
    <script>window.${settingsVariable} = ${JSON.stringify(settings)};</script>
    <script type="module" src="${code}"></script>`,
    'text/html; charset=utf-8',
  );
}

const places =
  'searchbox stats current clear sort per-page breadcrumb categories brand tags price sale slider hits pages related trending dearest-box dearest error'.split(
    ' ',
  );
const body = places.map((place) => `<div id="${place}" style="margin: 2em"></div>`).join('');

const inside = ({ category }: Lamp, path: string): boolean => category === path || category.startsWith(`${path} > `);
const count = (is: (lamp: Lamp) => boolean): number => lamps.filter(is).length;

/** Values with their counts. */
const choices = async (page: Page, place: string): Promise<Record<string, number>> => {
  const rows = page.locator(`#${place} li`);
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => {
      const label = (row.querySelector('[class$="-labelText"]') ?? row.querySelector('[class$="-label"]'))?.textContent ?? '';
      return [label, Number(row.querySelector('[class$="-count"]')?.textContent)] as const;
    }),
  );
  return Object.fromEntries(texts.map(([label, found]) => [label.trim(), found]));
};
const expectFound = (page: Page, is: (lamp: Lamp) => boolean = () => true) =>
  expect(page.locator('#stats')).toContainText(`${count(is)} result`);
const byBrand = (is: (lamp: Lamp) => boolean): Record<string, number> =>
  Object.fromEntries(
    [...new Set(lamps.filter(is).map(({ brand }) => brand))].map((brand) => [
      brand,
      count((lamp) => is(lamp) && lamp.brand === brand),
    ]),
  );

test('the widgets of InstantSearch do what they do elsewhere', async ({ asFilledShop, feedHost, server, page }) => {
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', lampFeed, 'application/x-ndjson'));
  const address = await putPage(feedHost, 'instantsearch-page.tsx', body, { origin: server.url, token });
  await page.goto(address);
  const box = page.locator('#searchbox').getByRole('searchbox');
  const sum = page.locator('#stats');

  await test.step('everything is shown at first, a page of it', async () => {
    await expectFound(page);
    await expect(page.locator('#hits article')).toHaveCount(8);
    expect(await choices(page, 'brand')).toEqual(byBrand(() => true));
  });

  await test.step('similar and trending items are recommended', async () => {
    await expect(page.locator('#related li')).toHaveCount(4);
    await expect(page.locator('#related')).not.toContainText(/^lamp-0$/);
    await expect(page.locator('#trending li')).toHaveCount(4);
  });

  await test.step('what is typed is searched and marked', async () => {
    await box.fill('desk');
    await expect(sum).toContainText('20 results');
    await expect(page.locator('#hits mark').first()).toHaveText('Desk');
    await box.fill('evening');
    await expectFound(page);
    await expect(page.locator('#hits p mark').first()).toHaveText('evening');
    await box.fill('zzzzqqqq');
    await expect(page.locator('#hits')).toContainText('Nothing for zzzzqqqq');
    await box.fill('');
    await expectFound(page);
  });

  await test.step('an isolated list searches by itself', async () => {
    // It searches once something is typed, as elsewhere.
    await page.locator('#dearest-box').getByRole('searchbox').fill('lamp');
    await expect(page.locator('#dearest li')).toHaveText(['69', '68', '67']);
    await page.locator('#dearest').getByRole('button', { name: 'Show more results' }).click();
    await expect(page.locator('#dearest li')).toHaveCount(6);
    await page.locator('#dearest-box').getByRole('searchbox').fill('floor');
    await expect(page.locator('#dearest li').first()).toHaveText('68');
    await expectFound(page);
  });

  await test.step('choices of one list are either of them, and leave each other as they are', async () => {
    await page.locator('#brand').getByText('Vela').click();
    await expectFound(page, ({ brand }) => brand === 'Vela');
    await page.locator('#brand').getByText('Nova & Sons').click();
    await expectFound(page, ({ brand }) => brand === 'Vela' || brand === 'Nova & Sons');
    expect(await choices(page, 'brand')).toEqual(byBrand(() => true));
  });

  await test.step('choices of another list are all wanted, and narrow each other', async () => {
    const isChosen = ({ brand }: Lamp): boolean => brand === 'Vela' || brand === 'Nova & Sons';
    await page.locator('#tags').getByText('eco').click();
    await expectFound(page, (lamp) => isChosen(lamp) && lamp.tags.includes('eco'));
    await page.locator('#tags').getByText('gift').click();
    const isLeft = (lamp: Lamp): boolean => isChosen(lamp) && ['eco', 'gift'].every((tag) => lamp.tags.includes(tag));
    await expectFound(page, isLeft);
    const left = count(isLeft);
    expect(await choices(page, 'tags')).toMatchObject({ eco: left, gift: left, lamp: left });
    // The other list counts what would be found with each of its values.
    expect(await choices(page, 'brand')).toMatchObject(
      byBrand((lamp) => ['eco', 'gift'].every((tag) => lamp.tags.includes(tag))),
    );
  });

  await test.step('choices are told, taken back one by one, and cleared', async () => {
    await expect(page.locator('#current')).toContainText('eco');
    await page.locator('#current .ais-CurrentRefinements-category', { hasText: 'gift' }).getByRole('button').click();
    await expect(page.locator('#current')).not.toContainText('gift');
    await page.locator('#clear').getByRole('button').click();
    await expectFound(page);
    await expect(page.locator('#current')).not.toContainText('Vela');
  });

  await test.step('a hierarchical menu opens level by level', async () => {
    await page.locator('#categories').getByText('Indoors', { exact: true }).click();
    await expectFound(page, (lamp) => inside(lamp, 'Indoors'));
    await page.locator('#categories').getByText('Lamps', { exact: true }).click();
    await expectFound(page, (lamp) => inside(lamp, 'Indoors > Lamps'));
    await page.locator('#categories').getByText('Desk', { exact: true }).click();
    await expectFound(page, (lamp) => inside(lamp, 'Indoors > Lamps > Desk'));
    const paths = ['Indoors', 'Garden', 'Office', 'Indoors > Lamps', 'Indoors > Chairs', 'Indoors > Lamps > Desk'];
    expect(await choices(page, 'categories')).toMatchObject(
      Object.fromEntries(paths.map((path) => [path.split(' > ').at(-1), count((lamp) => inside(lamp, path))])),
    );
    await page.locator('#breadcrumb').getByText('Lamps').click();
    await expectFound(page, (lamp) => inside(lamp, 'Indoors > Lamps'));
    await page.locator('#clear').getByRole('button').click();
    await expectFound(page);
  });

  await test.step('a range knows its bounds and narrows', async () => {
    const [least, most] = [page.locator('#price input').first(), page.locator('#price input').last()];
    await expect(least).toHaveAttribute('placeholder', '10');
    await expect(most).toHaveAttribute('placeholder', '69');
    await least.fill('20');
    await most.fill('29');
    await page.locator('#price').getByRole('button').click();
    await expect(sum).toContainText('10 results');
    expect(await choices(page, 'brand')).toEqual(byBrand(({ price }) => price >= 20 && price <= 29));
    await page.locator('#clear').getByRole('button').click();
    await expectFound(page);
    const handles = page.locator('#slider').getByRole('slider');
    await expect(handles.first()).toHaveAttribute('aria-valuemin', '1');
    await handles.first().press('ArrowRight');
    await expect(sum).not.toContainText(`${lamps.length} result`);
    await page.locator('#clear').getByRole('button').click();
    await page.locator('#sale').getByRole('checkbox').check();
    await expectFound(page, (lamp) => lamp.on_sale);
    await page.locator('#clear').getByRole('button').click();
  });

  await test.step('sorting and pages', async () => {
    const prices = () => page.locator('#hits article').evaluateAll((all) => all.map((one) => Number(one.dataset['price'])));
    await page.locator('#sort select').selectOption('Dearest');
    await expect.poll(prices).toEqual([69, 68, 67, 66, 65, 64, 63, 62]);
    await page.locator('#sort select').selectOption('Cheapest');
    await expect.poll(prices).toEqual([10, 11, 12, 13, 14, 15, 16, 17]);
    await page.locator('#pages').getByRole('link', { name: 'Page 2' }).click();
    await expect.poll(prices).toEqual([18, 19, 20, 21, 22, 23, 24, 25]);
    await page.locator('#pages').getByRole('link', { name: 'Last Page' }).click();
    await expect.poll(prices).toEqual([66, 67, 68, 69]);
    await page.locator('#per-page select').selectOption('20');
    await expect(page.locator('#hits article')).toHaveCount(20);
  });

  await test.step('an address brings the page back as it was', async () => {
    await box.fill('desk');
    await expect(sum).toContainText('20 results');
    await expect(page).toHaveURL(/desk/);
    const { pathname, search } = new URL(page.url());
    feedHost.put(pathname + search, await (await page.request.get(address)).body(), 'text/html; charset=utf-8');
    await page.reload();
    await expect(sum).toContainText('20 results');
    await expect(box).toHaveValue('desk');
  });

  await test.step('what is seen, clicked and put into the cart is told', async () => {
    const told: { type: string; item_id: string; query_id?: string; position?: number }[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/front/v1/events'))
        told.push(...(JSON.parse(request.postData() ?? '{}') as { events: typeof told }).events);
    });
    const others: string[] = [];
    page.on('request', (request) => void (request.url().startsWith('http://127.0.0.1') || others.push(request.url())));
    await box.fill('wall');
    await expect(sum).toContainText('20 results');
    await expect(page.locator('#hits h2').first()).toContainText(/wall/i);
    const third = page.locator('#hits article').nth(2);
    const id = await third.getAttribute('data-id');
    await third.getByRole('heading').click();
    await third.getByRole('button').click();
    await expect
      .poll(() => told.filter(({ item_id: item }) => item === id).map(({ type }) => type))
      // InstantSearch reports any click inside an item as a click on it.
      .toEqual(['impression', 'click', 'cart', 'click']);
    const ofItem = told.filter(({ item_id: item }) => item === id);
    expect(new Set(ofItem.map(({ query_id: query }) => query)).size).toBe(1);
    expect(ofItem[0]).toMatchObject({ position: 3, query_id: expect.stringMatching(/\S/) });
    expect(ofItem[1]).toMatchObject({ position: 3 });
    expect(others).toEqual([]);
  });
  await expect(page.locator('#error')).toBeEmpty();
});

test('menus of numbers and stars, a menu to choose from, and a second list do, too', async ({
  asFilledShop,
  feedHost,
  server,
  page,
}) => {
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', lampFeed, 'application/x-ndjson'));
  const widgets = 'stats brand price stars hits cheapest dynamic powered relevant voice error'.split(' ');
  const markup = widgets.map((place) => `<div id="${place}"></div>`).join('');
  await page.goto(await putPage(feedHost, 'menus-page.tsx', markup, { origin: server.url, token }));
  await expectFound(page);
  await expect(page.locator('#cheapest li')).toHaveText(['10', '11', '12']);

  await page.locator('#brand select').selectOption('Tora');
  await expectFound(page, ({ brand }) => brand === 'Tora');
  await page.locator('#price').getByText('20 to 29').click();
  await expectFound(page, ({ brand, price }) => brand === 'Tora' && price >= 20 && price <= 29);
  await page.locator('#brand select').selectOption('');
  await page.locator('#price').getByText('All').click();
  await expectFound(page);
  await page.locator('#stars').getByRole('link', { name: '4' }).click();
  await expectFound(page, ({ stars }) => stars >= 4);
  await expect(page.locator('#cheapest li')).toHaveText(['13', '14', '18']);

  await expect(page.locator('#dynamic .ais-Menu').filter({ hasText: 'dark-green' })).toContainText('dark-green12');
  await expect(page.locator('#powered a, #voice button')).toHaveCount(2);
  await expect(page.locator('#error')).toBeEmpty();
});

test('autocomplete shows suggestions and items, and goes to an item', async ({ asFilledShop, feedHost, server, page }) => {
  const withAddresses = lamps.map((lamp) => JSON.stringify({ ...lamp, url: `http://${feedHost.host}/${lamp.id}` })).join('\n');
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', withAddresses, 'application/x-ndjson'));
  feedHost.put('/lamp-0', '<title>The lamp</title>', 'text/html');
  await page.goto(
    await putPage(feedHost, 'autocomplete-page.tsx', '<div id="autocomplete"></div>', { origin: server.url, token }),
  );
  const box = page.locator('.aa-Input');
  await box.fill('des');
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: /^Desk lamp \d+$/ })).toHaveCount(4);
  await expect(options.first()).toContainText(/^desk/i);
  await options.first().click();
  await expect(box).toHaveValue(/^desk/i);
  await box.fill('desk lamp 0');
  await expect(options.filter({ hasText: /^Desk lamp 0$/ })).toHaveCount(1);
  const chosen = page.getByRole('option', { selected: true });
  await expect(async () => {
    await box.press('ArrowDown');
    await expect(chosen).toHaveText('Desk lamp 0', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('The lamp');
});

test('widgets of InstantSearch for React search, narrow, sort and show more', async ({
  asFilledShop,
  feedHost,
  server,
  page,
}) => {
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', lampFeed, 'application/x-ndjson'));
  await page.goto(await putPage(feedHost, 'react-page.tsx', '<div id="root"></div>', { origin: server.url, token }));
  const chosen = lamps.filter(({ brand, colour }) => brand === 'Mira' && colour === 'dark-green');
  const sum = page.locator('.ais-Stats');
  await expect(sum).toContainText('60 results');
  await page.getByRole('searchbox').fill('floor');
  await expect(sum).toContainText('20 results');
  await expect(page.locator('article mark').first()).toHaveText('Floor');

  const articles = page.locator('article');
  await page.getByRole('searchbox').fill('');
  await expect(sum).toContainText('60 results');
  await expect(articles).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more results' }).click();
  await expect(articles).toHaveCount(40);
  await page.getByRole('button', { name: 'Show more results' }).click();
  await expect(articles).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show more results' })).toBeDisabled();

  await page.locator('#brand').getByText('Mira').click();
  await page.locator('#colour').getByText('dark-green').click();
  await expect(sum).toContainText(`${chosen.length} result`);
  await page.locator('.ais-SortBy select').selectOption('Cheapest');
  const expected = chosen.map(({ price }) => price);
  await expect.poll(() => articles.evaluateAll((all) => all.map((one) => Number(one.dataset['price'])))).toEqual(expected);
  await page.getByRole('button', { name: 'Clear refinements' }).click();
  await expect(sum).toContainText('60 results');
});
