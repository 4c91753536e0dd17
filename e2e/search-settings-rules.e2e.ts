import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

test('a rule is added, changed by two people, deleted, restored, turned off, exported and imported', async ({ page, asShop }) => {
  await asShop('', { data_source: 'aisle_api' });
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'icebox', exact: true }) });
  const question = page.getByRole('alertdialog', { name: 'Delete “icebox”?' });
  await page.goto('/search-settings/synonyms');

  await test.step('added by the keyboard', async () => {
    await expect(page.getByRole('button', { name: 'Add synonym' }).first()).toBeVisible();
    await page.keyboard.press('n');
    const drawer = page.getByRole('dialog', { name: 'Add synonym' });
    await drawer.getByRole('button', { name: 'Add synonym' }).click();
    await expect(drawer.getByRole('alert')).toContainText('Please, provide correct data!');
    await drawer.getByLabel('Term').fill('icebox');
    await drawer.getByLabel('Synonyms').fill('fridge, refrigerator,');
    await drawer.getByRole('button', { name: 'Add synonym' }).click();
    await expect(row).toBeVisible();
  });

  const open = async (tab = page) => {
    await tab.getByRole('link', { name: 'icebox', exact: true }).dblclick();
    return tab.getByRole('dialog', { name: 'Edit synonym' });
  };
  await test.step('changed by two people at once', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const [drawer, otherDrawer] = [await open(), await open(other)];
    const save = drawer.getByRole('button', { name: 'Save changes' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await otherDrawer.getByLabel('Synonyms').fill('cooler');
    await otherDrawer.getByLabel('Synonyms').press('Tab');
    await otherDrawer.getByRole('button', { name: 'Save changes' }).click();
    await expect(otherDrawer).toBeHidden();
    await other.close();
    await drawer.getByLabel('Synonyms').fill('freezer');
    await drawer.getByLabel('Synonyms').press('Tab');
    await save.click();
    const conflict = drawer.getByRole('alert');
    await expect(conflict).toContainText('saved this in the meantime');
    await expect(conflict.getByRole('cell', { name: 'freezer' }).last()).toBeVisible();
    await conflict.getByRole('button', { name: 'Replace it' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('deleted by keys and by a double click, which opens nothing, and restored', async () => {
    await row.getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).dblclick();
    await expect(row).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(row).toBeVisible();
  });

  await test.step('turned off', async () => {
    await row.getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    await expect(bar).toContainText('1 selected');
    await bar.getByRole('button', { name: 'Turn off' }).click();
    await expect(row).toContainText('Off');
  });

  await test.step('exported and imported', async () => {
    const more = async (entry: string) => {
      await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const [download] = await Promise.all([page.waitForEvent('download'), more('Export CSV')]);
    const exported = await readFile(await download.path(), 'utf8');
    await more('Import CSV or JSON');
    const drawer = page.getByRole('dialog', { name: 'Import CSV or JSON' });
    const input = drawer.locator('input[type=file]');
    const give = (text: string) => input.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await give(exported);
    await expect(drawer.getByRole('status')).toContainText('0 new, 0 changed');
    // A cleared input reports the same file again.
    expect(await input.inputValue()).toBe('');
    await give(`${exported.trimEnd()}\r\nchest cooler,1,cool box,true\r\n`);
    await expect(drawer.getByRole('status')).toContainText('1 new, 0 changed');
    await drawer.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(page.getByRole('link', { name: 'chest cooler', exact: true })).toBeVisible();
  });
});
