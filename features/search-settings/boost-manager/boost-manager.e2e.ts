import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayMs } from '#contract/days.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';

const address = '/search-settings/boost-manager';

test('what is in stock is lifted, seen beforehand, saved and published', async ({ feedHost, asFilledShop, page }) => {
  await asFilledShop(feedHost.put('/stock.ndjson', lamps));
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.goto(`${address}?q=lamp`);
  await expect(preview).toBeVisible();
  await page.getByRole('button', { name: 'Boost items in stock' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add boost' });
  await expect(drawer.getByText('in_stock')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Boost' }).fill('-1');
  await drawer.getByRole('button', { name: 'Add boost' }).click();
  await expect(drawer.getByText('Between 0 and 1,000,000, above 0.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Boost' }).fill('50');
  await drawer.getByRole('button', { name: 'Add boost' }).click();
  await expect(preview.getByRole('img', { name: 'Up 39 places, now 1.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add boost' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Field' })).toHaveValue('');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('1 change not live')).toBeVisible();
  await page.getByRole('button', { name: 'Publish boosts' }).click();
  await expect(page.getByText('Saved. Customers see the new boost.')).toBeVisible();
  await expect(preview.getByRole('img', { name: /Up|Down/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publish boosts' })).toBeDisabled();
});

test('the shop shows newer items first once that is published', async ({ feedHost, asFilledShop, page }) => {
  const { token } = await asFilledShop(feedHost.put('/new-lamps.ndjson', datedLamps));
  const firstInShop = async (): Promise<string> => {
    const answer = await page.request.get(`/front/search?token=${token}&q=lamp`);
    return (await answer.json()).data.items[0]?.id;
  };
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.goto(`${address}?q=lamp&edit=new`);
  await expect(preview).toBeVisible();
  expect(await firstInShop()).toBe('lamp-10');
  const drawer = page.getByRole('dialog', { name: 'Add boost' });
  await drawer.getByRole('combobox', { name: 'Field' }).fill('added');
  await page.getByRole('option', { name: 'added', exact: true }).click();
  await expect(drawer.getByRole('radio', { name: 'Newer first' })).toBeChecked();
  await expect(drawer.getByRole('img', { name: /added from \d days? to 39\d days/ })).toBeVisible();
  await expect(drawer.getByRole('textbox', { name: 'Full boost up to an age of (days)' })).toHaveValue('30');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Add boost' }).click();
  await expect(page.getByText('newer first, logarithmic, multiplies, all of it up to 30 days')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Up 36 places, now 1.' })).toBeVisible();
  expect(await firstInShop()).toBe('lamp-10');

  await page.getByRole('button', { name: 'Publish boosts' }).click();
  await expect(page.getByText('Saved. Customers see the new boost.')).toBeVisible();
  expect(await firstInShop()).toBe('lamp-46');
});

test('what two people change at once is kept by neither unseen', async ({ asOwner, context }) => {
  const page = await asOwner();
  await page.goto(address);
  await addBrand(page, 'Mine');
  const other = await context.newPage();
  await other.goto(address);
  await addBrand(other, 'Theirs');
  await other.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(other.getByText('Draft saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const conflict = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
  await expect(conflict.getByRole('row', { name: /added: brand is “Theirs” ×2 not changed/ })).toBeVisible();
  await expect(conflict.getByRole('row', { name: /not changed added: brand is “Mine” ×2/ })).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep mine on top' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page.getByText('is “Mine”')).toBeVisible();
  await expect(page.getByText('is “Theirs”')).toBeVisible();

  await page.getByRole('button', { name: 'More' }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('brand,value,Mine,value');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Import CSV or JSON' }).click();
  const drawer = page.getByRole('dialog', { name: 'Import CSV or JSON' });
  const changed = 'Field;Type;Value;Boost\nbrand;value;Mine;1,5\nbrand;value;Ours;3\nnothing;value;x;2\n';
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'boosts.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(drawer.getByText('1 new, 1 changed, 0 as they are')).toBeVisible();
  await expect(drawer.getByText(/Line 4/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('is “Ours”')).toBeVisible();
  await expect(page.getByText('×1.5')).toBeVisible();

  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByText('No boosts yet')).toBeVisible();
});

test('on a phone, in Czech and dark, a boost by number is drawn, and one part of the screen is seen at a time', async ({
  asOwner,
}) => {
  const page = await asOwner({ language: 'cs', isDark: true, isPhone: true });
  const say = sentencesOf('cs');
  await page.setViewportSize(phone);
  await page.goto(address);
  await page
    .getByRole('button', { name: say('Add boost') })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: say('Field') }).fill('price');
  await page.getByRole('option', { name: 'price', exact: true }).click();
  await drawer.getByRole('radio', { name: say('By number') }).click();
  await expect(drawer.getByRole('img', { name: /price/ })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: say('Add boost') }).click();
  await expectFits(page);
  await page.getByText(say('Preview'), { exact: true }).click();
  await expect(page.getByRole('region', { name: say('Preview') })).toBeVisible();
  await page.getByText(say('Boosts'), { exact: true }).click();
  await page.getByRole('button', { name: say('Discard') }).click();
  await expect(page.getByText(say('No boosts yet'))).toBeVisible();
});

const lamps = Array.from({ length: 40 }, (_, at) =>
  JSON.stringify({ id: `lamp-${10 + at}`, name: 'Lamp', availability: at === 39 ? 'in_stock' : 'out_of_stock' }),
).join('\n');

/** The last one came today, each before it ten days earlier. */
const datedLamps = Array.from({ length: 40 }, (_, at) => {
  const added = new Date(Date.now() - (39 - at) * 10 * dayMs).toISOString().slice(0, 10);
  return JSON.stringify({ id: `lamp-${10 + at}`, name: 'Lamp', added });
}).join('\n');

async function addBrand(page: Page, brand: string): Promise<void> {
  await page.getByRole('button', { name: 'Add boost' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'Field' }).fill('brand');
  await page.getByRole('option', { name: 'brand', exact: true }).click();
  await drawer.getByRole('combobox', { name: 'Value' }).fill(brand);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Add boost' }).click();
  await expect(page.getByText(`is “${brand}”`)).toBeVisible();
}
