import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { phone, sentencesOf } from '#e2e/look.ts';

const projectButton = (page: Page, say: ReturnType<typeof sentencesOf>, name: string) =>
  page.getByLabel(say('Project: {name}', { name }), { exact: true });

for (const language of firstByDay('en', 'cs'))
  test(`a project is renamed, copied, deleted and restored (${language})`, async ({ page, asFilledShop, feedHost }) => {
    const say = sentencesOf(language);
    const shop = await asFilledShop(feedHost.put(`/settings-${language}.ndjson`, lamps(12)), { name: 'Lamps' }, { language });
    const button = (name: Parameters<typeof say>[0]) => page.getByRole('button', { name: say(name), exact: true });

    await page.goto(`/owner/project?p=${shop.id}`);
    await page.getByRole('textbox', { name: say('Name') }).fill('Paper lamps');
    await page.getByRole('textbox', { name: say('Website address') }).fill('lamps.example');
    await page.getByRole('textbox', { name: say('Website address') }).press('Tab');
    await button('Save changes').click();
    await expect(page.getByText(say('The project was saved.'))).toBeVisible();
    await expect(projectButton(page, say, 'Paper lamps')).toBeVisible();
    await expect(page.getByRole('textbox', { name: say('Website address') })).toHaveValue('https://lamps.example');
    await expectAccessible(page);

    await button('Copy project…').click();
    const dialog = page.getByRole('dialog', { name: say('Add project') });
    await dialog.getByRole('button', { name: say('Send items by API') }).click();
    await expect(dialog.getByRole('combobox', { name: say('Copy from an existing project') })).toHaveValue('Paper lamps');
    await dialog.getByRole('textbox', { name: say('Name'), exact: true }).fill('Second shop');
    await dialog.getByRole('button', { name: say('Add project') }).click();
    await page.getByRole('button', { name: say('Open project') }).click();
    await expect(projectButton(page, say, 'Second shop')).toBeVisible();

    // In another tab the project goes away under whoever looks at it.
    const other = await page.context().newPage();
    await other.goto(`/search-settings/synonyms?p=${shop.id}`);
    await expect(projectButton(other, say, 'Paper lamps')).toBeVisible();
    await page.goto(`/owner/project?p=${shop.id}`);
    await button('Delete project').click();
    const question = page.getByRole('dialog', { name: say('Delete “{name}”?', { name: 'Paper lamps' }) });
    await expect(question.getByRole('button', { name: say('Delete project') })).toHaveAttribute('aria-disabled', 'true');
    await question.getByRole('textbox').fill('Paper lamps');
    await question.getByRole('button', { name: say('Delete project') }).click();
    await expect(projectButton(page, say, 'Second shop')).toBeVisible();
    await page.getByRole('button', { name: say('Show'), exact: true }).click();
    const row = page.getByRole('row', { name: /Paper lamps/ });
    await expect(row).toBeVisible();
    await expectAccessible(page);

    await other.reload();
    await expect(
      other.getByRole('heading', { name: say('This project was deleted by {person}.', { person: 'Nora New' }) }),
    ).toBeVisible();

    await row.getByRole('button', { name: say('Restore project') }).click();
    await expect(page.getByText(say('“{name}” is back, as it was.', { name: 'Paper lamps' }))).toBeVisible();
    await other.reload();
    await expect(projectButton(other, say, 'Paper lamps')).toBeVisible();
  });

test('a project that rests says so on all its screens, and is back with one click', async ({ page, asFilledShop, feedHost }) => {
  const shop = await asFilledShop(feedHost.put('/resting.ndjson', lamps(3)), { name: 'Resting' });
  await page.goto(`/owner/project?p=${shop.id}`);
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate the project?' });
  await question.getByRole('button', { name: 'Deactivate project' }).click();
  await expect(page.getByText('This project is inactive.')).toBeVisible();
  await page.goto(`/search-settings/synonyms?p=${shop.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Synonyms' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/dashboard?p=${shop.id}`);
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('main').getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByText('The project is active.')).toBeVisible();
  await expect(page.getByText('This project is inactive.')).toBeHidden();
});

test('what is told while something is not saved leaves the way to saving it open', async ({ page, asShop }) => {
  const shop = await asShop('', { name: 'Told', data_source: 'aisle_api' });
  await page.setViewportSize(phone);
  await page.goto(`/owner/project?p=${shop.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Not saved yet');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.context().setOffline(false);
  const told = await page.getByText('No connection to the server.', { exact: true }).boundingBox();
  const bar = await page.getByRole('region', { name: 'Unsaved changes' }).boundingBox();
  expect(told!.y + told!.height).toBeLessThan(bar!.y);
});

test('what two people change at once is not lost', async ({ page, asFilledShop, feedHost }) => {
  const shop = await asFilledShop(feedHost.put('/both.ndjson', lamps(3)), { name: 'Both' });
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto(`/owner/project?p=${shop.id}`);
  await other.getByRole('textbox', { name: 'Name' }).fill('Theirs');
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('The project was saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('row', { name: 'Name Theirs Mine' })).toBeVisible();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText('The project was saved.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
});
