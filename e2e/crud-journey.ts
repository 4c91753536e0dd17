import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { expectFits } from './look.ts';

interface CrudWords {
  readonly address: string;
  /** Verbs with their object, as on the screen. */
  readonly add: string;
  readonly edit: string;
  /** Fills in a new record. */
  readonly fill: (drawer: Locator) => Promise<void>;
  /** What the record is called then. */
  readonly name: string;
  /** Fields by label, with what two people make of them at the same time. */
  readonly theirs: readonly [string, string];
  readonly mine: readonly [string, string];
  /** A line of a CSV file with one more record, and its name. */
  readonly line: string;
  readonly lineName: string;
}

/** The life of one record on the page of a `crud()`: made, changed by two people, deleted, brought back, chosen, exported and imported. */
export async function crudJourney(page: Page, words: CrudWords): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: words.name, exact: true }) });
  await page.goto(words.address);
  await addRecord(page, words);
  await expect(row).toBeVisible();
  await changeInTwoTabs(page, words, row);
  await deleteByKeys(page, words, row);
  await turnOff(page, row);
  await bringInAgain(page, words);
  await fitPhone(page);
  await expectAccessible(page);
}

async function addRecord(page: Page, { add, fill }: CrudWords): Promise<void> {
  await expect(page.getByRole('button', { name: add })).toBeVisible();
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: add });
  await drawer.getByRole('button', { name: add }).click();
  await expect(drawer.getByRole('alert')).toContainText('Please, provide correct data!');
  await fill(drawer);
  await drawer.getByRole('button', { name: add }).click();
  await expect(drawer).toBeHidden();
}

/** A list of words takes what was typed when it loses the focus. */
async function write(drawer: Locator, [label, text]: readonly [string, string]): Promise<void> {
  await drawer.getByLabel(label).fill(text);
  await drawer.getByLabel(label).press('Tab');
}

/** Nothing can be saved before something differs; then the slower person sees what the faster one made of it. */
async function changeInTwoTabs(page: Page, { edit, name, theirs, mine }: CrudWords, row: Locator): Promise<void> {
  const open = async (tab: Page) => {
    await tab.getByRole('link', { name, exact: true }).click();
    return tab.getByRole('dialog', { name: edit });
  };
  const other = await page.context().newPage();
  await other.goto(page.url());
  const drawer = await open(page);
  const otherDrawer = await open(other);
  const save = drawer.getByRole('button', { name: 'Save changes' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await write(otherDrawer, theirs);
  await otherDrawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(otherDrawer).toBeHidden();
  await other.close();

  await write(drawer, mine);
  await save.click();
  const conflict = drawer.getByRole('alert');
  await expect(conflict).toContainText('saved this in the meantime');
  await expect(conflict.getByRole('cell', { name: mine[1] }).last()).toBeVisible();
  await conflict.getByRole('button', { name: 'Replace it' }).click();
  await expect(drawer).toBeHidden();
  await expect(row).toBeVisible();
}

async function deleteByKeys(page: Page, { name }: CrudWords, row: Locator): Promise<void> {
  await row.getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: `Delete “${name}”?` });
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
}

async function turnOff(page: Page, row: Locator): Promise<void> {
  await row.getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Turn off' }).click();
  await expect(row).toContainText('Off');
  await bar.getByRole('button', { name: 'Clear' }).click();
}

/** What was exported changes nothing; with one more line it adds one record. */
async function bringInAgain(page: Page, { line, lineName }: CrudWords): Promise<void> {
  const more = async (entry: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const [download] = await Promise.all([page.waitForEvent('download'), more('Export CSV')]);
  const exported = await readFile(await download.path(), 'utf8');
  await more('Import CSV or JSON');
  const drawer = page.getByRole('dialog', { name: 'Import CSV or JSON' });
  const take = (text: string) =>
    drawer.locator('input[type=file]').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await take(exported);
  await expect(drawer.getByRole('status')).toContainText('0 new, 0 changed');
  // So that a browser tells when the same file is chosen again, mended meanwhile.
  expect(await drawer.locator('input[type=file]').inputValue()).toBe('');
  await take(`${exported.trimEnd()}\r\n${line}\r\n`);
  await expect(drawer.getByRole('status')).toContainText('1 new, 0 changed');
  await drawer.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('link', { name: lineName, exact: true })).toBeVisible();
}

async function fitPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Select' }).click();
  await expect(page.getByRole('checkbox').nth(1)).toBeVisible();
  await expectFits(page);
}
