import { expectAccessible } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { crudJourney } from '#e2e/crud-journey.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, sentencesOf } from '#e2e/look.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { readUnfoundQueries } from './fixit.contract.ts';

test('replacing terms are added, changed by two people, deleted, brought back, exported and imported', async ({ asOwner }) => {
  await crudJourney(await asOwner(), {
    address: '/search-settings/fixit',
    add: 'Add replacing term',
    edit: 'Edit replacing term',
    fill: async (drawer) => {
      await drawer.getByLabel('Query').fill('hoovver');
      await drawer.getByLabel('Replace with').fill('hoover');
    },
    name: 'hoovver',
    theirs: ['Replace with', 'vacuum cleaner'],
    mine: ['Replace with', 'vacuum'],
    line: '^shipping,true,https://shop.example/shipping,true',
    lineName: '^shipping',
  });
});

test('a long address leaves the table as wide as the page', async ({ asShop, feedHost, page }) => {
  await asShop(feedHost.put('/one.ndjson', '{"id":"1","name":"Chair"}'), {}, { language: 'cs' });
  const address = 'https://furniture.example/catalogue/livingroom/chairs/armchairs/recliners/leather?sort=price';
  const say = sentencesOf('cs');
  await page.goto(
    `/search-settings/fixit?${new URLSearchParams({ edit: 'new', term: 'chair', catalog_term: address }).toString()}`,
  );
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Add replacing term') })
    .click();
  await expect(page.getByTitle(address)).toBeVisible();
  await expectFits(page);
});

for (const look of firstByDay({ language: 'cs', isPhone: true, isDark: true }, { language: 'en' }))
  test(`a query that finds nothing is replaced, in ${look.language}`, async ({ asOwner, ownerToken, server }) => {
    const say = sentencesOf(look.language);
    const page = await asOwner(look);
    const [shop] = await read<{ token: string }[]>(server.url, listProjects.path, ownerToken, '');
    const query = look.language === 'en' ? 'samovar' : 'ketlik';
    for (const visitor of ['ann', 'bob'])
      await fetch(
        `${server.url}${frontSearch.path}?${new URLSearchParams({ token: shop?.token ?? '', q: query, visitor }).toString()}`,
      );
    await expect
      .poll(() => read<{ term: string }[]>(server.url, readUnfoundQueries.path, ownerToken, shop?.token ?? ''))
      .toContainEqual({ term: query, search_count: 2 });

    await page.goto(`/search-settings/fixit?edit=new&term=${query}`);
    const drawer = page.getByRole('dialog', { name: say('Add replacing term') });
    await expect(drawer.getByRole('link', { name: query })).toBeVisible();
    await drawer.getByLabel(say('Replace with')).fill('xyzzyqq');
    await expect(drawer).toContainText(say('Finds nothing. Choose another query.'));
    await drawer.getByLabel(say('Replace with')).fill('electric kettle');
    await expect(drawer).toContainText('electric kettle');
    await expectAccessible(page);
    await expectFits(page);
    await drawer.getByRole('button', { name: say('Add replacing term') }).click();
    await expect(drawer).toBeHidden();

    await page.goto(`/developer/query-tester?q=${query}`);
    await expect(
      page.getByText(say('“{before}” was replaced by “{after}”.', { before: query, after: 'electric kettle' })),
    ).toBeVisible();
    await page.getByRole('link', { name: say('Open replacing term') }).click();
    const opened = page.getByRole('dialog', { name: say('Edit replacing term') });
    await opened.getByLabel(say('Query')).fill('kett(el|le)s?.*');
    await expectAccessible(page);
    await opened.getByRole('button', { name: say('Take it as a regular expression') }).click();
    await expect(opened.getByRole('switch', { name: say('Regular expression') })).toBeChecked();
    await expect(opened.getByRole('button', { name: say('Take it as a regular expression') })).toBeHidden();
    await opened.getByLabel(say('Query')).fill('(');
    await expect(opened.getByText(say('missing closing )'))).toHaveCount(1);
    await expect(opened.getByLabel(say('Query'))).toHaveAttribute('aria-invalid', 'true');
    await opened.getByLabel(say('Query')).fill('kettel');
    await opened.getByLabel(say('Replace with')).fill('javascript:alert(1)');
    await expect(opened.getByText(say('Only http:// and https:// work here.'))).toBeVisible();
    await expect(opened.getByLabel(say('Query'))).not.toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });
