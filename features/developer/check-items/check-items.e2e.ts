import { lamps } from '#testing/feeds/feed-shops.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { openByMenu } from '#e2e/menu.ts';
import { rowAction } from '#e2e/rows.ts';

const itemCount = 20;
/** Checks are made in the background, and the screen asks again by itself. */
const soon = { timeout: 15_000 };

test('an item is watched, falls on alert, is told in the bell, and comes back after it was deleted', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  await asFilledShop(feedHost.put('/watched.ndjson', lamps(itemCount)));
  await page.goto('/dashboard');
  await openByMenu(page, 'Check items');
  await expect(page.getByText('Nothing watched yet')).toBeVisible();
  // Nobody has searched, so nothing is proposed.
  await expect(page.getByRole('button', { name: /^Watch / })).toHaveCount(0);
  await expectAccessible(page);

  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'Add check item' });
  await drawer.getByRole('button', { name: 'Add check item' }).click();
  await expect(drawer.getByRole('alert').first()).toContainText('Please, provide correct data!');
  await expect(drawer.getByText('Required field')).toHaveCount(2);
  await drawer.getByRole('textbox', { name: 'Item' }).fill('Lamp 7');
  await drawer.getByRole('option', { name: 'Lamp 7' }).click();
  await drawer.getByLabel('Query').fill('lamp');
  await expect(drawer.getByText(/^Now on place \d+ of 20\.$/)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Add check item' }).click();
  await expect(page.getByText('Saved. It is checked now.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Lamp 7' });
  await expect(row).toContainText('Recorded', soon);

  await rowAction(row, 'Edit check item');
  const editing = page.getByRole('dialog', { name: 'Edit check item' });
  await editing.getByLabel('Alert above place').fill('1');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('Alert', soon);
  await expect(page.getByRole('link', { name: /^Check items.*1 check item on alert/ })).toBeVisible();

  await row.getByRole('link', { name: 'Lamp 7' }).click();
  const history = page.getByRole('dialog', { name: 'Places of the item' });
  const cursor = history.getByRole('slider');
  await expect(cursor).toContainText('Alert above 1');
  await cursor.press('Home');
  await expect(cursor).toHaveAttribute('aria-valuetext', /Place: \d+/);
  await history.getByRole('button', { name: 'Show as a table' }).click();
  await expect(history.getByRole('table', { name: 'Checks' }).getByRole('row').last()).toContainText('by hand');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();

  // Messages are asked for once a minute.
  await page.reload();
  await page.getByRole('button', { name: /messages?$/ }).click();
  await page.getByRole('link', { name: /^“Lamp 7” for “lamp”: place/ }).click();
  await expect(history).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();

  await row.getByRole('link', { name: 'Lamp 7' }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing watched yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('what is watched already is told, and the screen is read in Czech on a phone in the dark', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  const t = sentencesOf('cs');
  await asFilledShop(feedHost.put('/watched-cs.ndjson', lamps(itemCount)), {}, { language: 'cs', isDark: true });
  await page.goto('/developer/check-items?edit=new&elastic_item_id=3&term=lamp');
  const drawer = page.getByRole('dialog', { name: t('Add check item') });
  await drawer.getByLabel(t('Alert above place')).fill('1');
  await drawer.getByRole('button', { name: t('Add check item') }).click();
  await expect(drawer).toBeHidden();
  await page.setViewportSize(phone);
  const row = page.getByRole('row').filter({ hasText: 'Lamp 3' });
  await expect(row).toContainText(t('Alert'), soon);
  await expectFits(page);
  await expectAccessible(page);

  await page.goto('/developer/check-items?edit=new&elastic_item_id=3&term=LAMP');
  await expect(drawer).toContainText(t('Watched already.'));
  await drawer.getByRole('button', { name: t('Open it') }).click();
  await expect(page.getByRole('dialog', { name: t('Edit check item') })).toContainText('Lamp 3');
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: 'Lamp 3' }).click();
  await expect(page.getByRole('dialog', { name: t('Places of the item') }).getByRole('slider')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});
