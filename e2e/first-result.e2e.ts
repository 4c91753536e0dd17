import { signUpNewcomer } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { countClicks, openByMenu } from './pages.ts';

const mowers = Array.from(
  { length: 12 },
  (_, at) => `<SHOPITEM><ITEM_ID>${at}</ITEM_ID><PRODUCTNAME>Sekačka na trávu č. ${at}</PRODUCTNAME>
    <DESCRIPTION>Tichá a lehká sekačka s košem na padesát litrů.</DESCRIPTION><URL>https://www.zahrada.example/sekacka-${at}</URL>
    <PRICE_VAT>1290</PRICE_VAT></SHOPITEM>`,
).join('');

test('from the address of a feed to the first result and the first call of the shop', async ({ page, server, feedHost }) => {
  const { token } = await signUpNewcomer(server.url);
  await signIn(page, token);
  const clicks = await countClicks(page);
  await page.goto('/');
  const address = page.getByLabel('Feed URL');
  await expect(address).toBeFocused();
  await address.fill(feedHost.put('/heureka.xml', `<SHOP>${mowers}</SHOP>`));
  await address.press('Enter');
  await expect(page.getByText('Heureka · 12 items · UTF-8 · Czech')).toBeVisible();
  await expect(page.getByText('Sekačka na trávu č. 0')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Zahrada.example');
  await expect(page.getByLabel('Website address')).toHaveValue('https://www.zahrada.example');
  await expect(page.getByRole('combobox', { name: 'Language', exact: true })).toHaveValue('Czech');
  await page.getByRole('button', { name: 'Add project' }).dblclick();
  await expect(page.getByRole('link', { name: 'Query tester' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Query tester' }).click();
  await page.getByRole('searchbox', { name: 'Type a query' }).fill('sekacka');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Sekačka');
  // Five with the two that sign up.
  expect(clicks()).toBeLessThanOrEqual(3);

  await openByMenu(page, 'Synonyms');
  await page.getByRole('button', { name: 'Add synonym' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('travokos');
  await drawer.getByLabel('Synonyms').fill('sekačka,');
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(rows.filter({ hasText: 'travokos' })).toBeVisible();
  await openByMenu(page, 'Query tester');
  await page.getByRole('searchbox', { name: 'Type a query' }).fill('travokos');
  await expect(rows.nth(1)).toContainText('Sekačka');

  await openByMenu(page, 'Credentials');
  const command = page.getByText(/^curl 'http.*\/front\/v1\/search\?.*token=\S{20}/);
  const call = /'(http[^']+)'/.exec((await command.textContent()) ?? '')?.[1] ?? '';
  const answer = await fetch(call.replace(/q=[^&]*/, 'q=travokos'));
  expect(((await answer.json()) as { data: { total_count: number } }).data.total_count).toBe(12);
  await page.goto('/owner/projects');
  await expect(page.locator('tbody tr')).toHaveCount(1);
});
