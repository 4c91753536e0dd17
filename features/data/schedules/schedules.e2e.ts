import { expectAccessible } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { type FeedSchedule, listSchedules } from './schedules.contract.ts';

test.use({ isScheduled: true });

const shop = { name: 'Lamp shop', time_zone: 'Europe/Prague' };

test('a feed gets a daily schedule and an address of its prices and stock, and can be switched off', async ({
  page,
  asShop,
  feedHost,
  server,
}) => {
  feedHost.put('/stock.csv', 'id,price,stock\n1,99,3\n2,5,0\nother,1,1\n');
  const { sessionToken, token } = await asShop(feedHost.put('/lamps.ndjson', lamps(30)), shop);
  const schedules = () => read<FeedSchedule[]>(server.url, listSchedules.path, sessionToken, token);
  await page.goto('/data/import');
  const row = page.getByRole('row', { name: /Lamp shop/ });
  await expect(row).toContainText(/in \d+ (hours?|minutes?)|now/);
  await expect(row.getByText('Imported', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Lamp shop' }).click();
  await expect(page.getByText('Every 6 hours. The next import starts:')).toBeVisible();

  await page.getByRole('button', { name: 'Change schedule' }).click();
  const drawer = page.getByRole('dialog', { name: 'Automatic imports' });
  await drawer.getByRole('combobox', { name: 'Import automatically' }).click();
  await page.getByRole('option', { name: 'Every day at a time' }).click();
  await drawer.getByLabel('Time of the day').fill('04:30');
  await drawer.getByRole('textbox', { name: 'Price and stock feed URL' }).fill('http://10.0.0.1/stock.csv');
  await drawer.getByRole('button', { name: 'Save schedule' }).click();
  await expect(drawer.getByText(/leads into a private network/)).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Price and stock feed URL' }).fill(`http://${feedHost.host}/stock.csv`);
  await drawer.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('The schedule was saved.')).toBeVisible();
  await expect(page.getByText('Every day at 04:30 (Europe/Prague).')).toBeVisible();
  // The first update is made while nobody looks.
  await expect.poll(async () => (await schedules())[0]?.availability?.state).toBe('done');
  await page.reload();
  await expect(page.getByText(/2 items changed, 1 id belongs to no item/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${page.url()}&edit=schedule`);
  await drawer.getByRole('combobox', { name: 'Import automatically' }).click();
  await page.getByRole('option', { name: 'Off' }).click();
  await drawer.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Off. The feed is imported only when somebody asks for it.')).toBeVisible();
});

test('a failed feed is told by the bell, in Czech on a phone, until it is dismissed', async ({ page, asShop, feedHost }) => {
  await asShop(`http://${feedHost.host}/nothing-here`, { ...shop, language: 'cs' }, { language: 'cs', isPhone: true });
  await page.goto('/data/import');
  const bell = page.getByRole('button', { name: '1 zpráva' });
  await expect(bell).toBeVisible();
  await bell.press('Enter');
  const link = page.getByRole('link', { name: 'Feed „Lamp shop“ se nepodařilo importovat. Jeho položky zůstaly, jak byly.' });
  await expect(link).toBeVisible();
  await expect(page.getByText(/odpověděl 404: na této adrese žádný feed není/)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Automatické importy' })).toBeVisible();
  await page.getByRole('button', { name: '1 zpráva' }).click();
  await page.getByRole('button', { name: 'Skrýt' }).click();
  await expect(page.getByText('Zpráva byla skryta.')).toBeVisible();
  const silent = page.getByRole('button', { name: 'Zprávy: žádné' });
  await expect(silent).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Vše v pořádku.', { exact: false })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(silent).toBeFocused();
});
