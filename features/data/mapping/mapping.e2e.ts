import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';

/** A feed that names things its own way. */
const chairs = Array.from({ length: 40 }, (_, index) =>
  JSON.stringify({
    id: `c${index}`,
    headline: `Oak chair ${index}`,
    name: `CH-${index}`,
    price: 10_000 + index,
    maker: 'Sitwell',
    note: 'x',
  }),
).join('\n');

test('an owner maps the fields of a feed, sees what comes of it, imports, and goes back to proposals', async ({
  page,
  asShop,
  feedHost,
}) => {
  const { feed_id: id } = await asShop(feedHost.put('/chairs.ndjson', chairs), { name: 'Chairs' });
  await page.goto(`/data/import/edit?id=${id}`);
  await page.getByRole('link', { name: 'Edit mapping' }).click();
  const preview = page
    .getByRole('region', { name: 'Preview' })
    .or(page.locator('section').filter({ hasText: 'Items of the last import' }));
  await expect(preview.getByText('CH-0', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save mapping' })).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Use headline as' }).selectOption('Name');
  await expect(preview.getByText('Oak chair 0', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Use note as' }).selectOption('Left out');
  await page.getByRole('button', { name: 'Edit Price', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Price' });
  await drawer.getByRole('combobox', { name: 'Read as' }).selectOption('A price in hundredths, such as cents');
  await expect(drawer.getByRole('listitem').filter({ hasText: /^100\.39$/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Use this' }).click();
  await expect(preview.getByText('100.39')).toBeVisible();

  await page.getByRole('button', { name: 'Save mapping' }).click();
  await expect(page.getByText('The mapping is saved. The next import uses it.')).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('heading', { name: 'Chairs' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^headlinename$/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^noteleft out$/ })).toBeVisible();

  await page.getByRole('link', { name: 'Edit mapping' }).click();
  await expect(page.getByRole('combobox', { name: 'Use headline as' })).toHaveValue('name');
  await page.getByRole('button', { name: 'Back to proposals' }).click();
  const question = page.getByRole('dialog', { name: 'Go back to proposals?' });
  await expect(question).toContainText('about 3 fields');
  await question.getByRole('button', { name: 'Back to proposals' }).click();
  await expect(preview.getByText('CH-0', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(preview.getByText('Oak chair 0', { exact: true })).toBeVisible();
});

test('česky, na telefonu a potmě: vlastní pole ze dvou, a neuložené změny se neztratí', async ({ page, asShop, feedHost }) => {
  const look = { language: 'cs', isPhone: true, isDark: true } as const;
  const { feed_id: id } = await asShop(feedHost.put('/chairs.ndjson', chairs), { name: 'Chairs' }, look);
  await page.goto(`/data/import/edit?id=${id}`);
  await page.getByRole('link', { name: 'Upravit mapování' }).click();
  await page.getByRole('searchbox', { name: 'Hledat v polích a hodnotách' }).fill('sitwell');
  await expect(page.getByRole('combobox', { name: /^Použít / })).toHaveCount(1);
  await page.getByRole('button', { name: 'Přidat pole' }).click();
  const drawer = page.getByRole('dialog', { name: 'Přidat pole' });
  await drawer.getByRole('button', { name: 'Přidat pole' }).click();
  await expect(drawer.getByText('Vyberte aspoň jedno pole feedu.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Název' }).fill('plny_nazev');
  await drawer.getByRole('combobox', { name: 'Hodnota' }).selectOption('Tato pole, spojená');
  const sources = drawer.getByRole('combobox', { name: 'Pole feedu' });
  for (const name of ['maker', 'headline']) {
    await sources.fill(name);
    await page.getByRole('option', { name }).click();
  }
  await drawer.getByRole('textbox', { name: 'Text mezi nimi' }).fill(' – ');
  await expect(drawer.getByText('Sitwell – Oak chair 0')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Přidat pole' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('maker + headline')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('dialog', { name: 'Odejít bez uložení?' }).getByRole('button', { name: 'Pokračovat v úpravách' }).click();
  await page.getByRole('button', { name: 'Uložit mapování' }).click();
  await expect(page.getByText('Mapování je uloženo. Použije ho příští import.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('maker + headline')).toBeVisible();
});
