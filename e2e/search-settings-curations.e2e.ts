import type { Locator, Page } from '@playwright/test';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { settled } from './accessibility.ts';
import { send } from './calls.ts';
import { expect, test } from './fixtures.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const idsOf = (page: Page, name: string): Promise<(string | null)[]> =>
  column(page, name).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));
const feed = Array.from({ length: 8 }, (_, at) => JSON.stringify({ id: `rake-${at}`, name: `Garden rake ${at}` })).join('\n');

/** Drops a card on the upper half of another. */
async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await settled(page);
  const [from, target] = [await card.boundingBox(), await to.boundingBox()];
  if (!from || !target) throw new Error('Both cards have to be on the screen.');
  await page.mouse.move(from.x + from.width / 2, from.y + 16);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 - 20, from.y + 26, { steps: 4 });
  await page.mouse.move(target.x + target.width / 2, target.y + 12, { steps: 8 });
  await expect(to).toHaveAttribute('data-drop', 'before');
}

test('items are dragged, pasted and hidden, two people save at once, and leaving asks', async ({
  page,
  asFilledShop,
  feedHost,
  server,
}) => {
  const { collection_id: c, sessionToken, token } = await asFilledShop(feedHost.put('/rakes.ndjson', feed));
  const call = <Data>(method: string, path: string, body?: object): Promise<Data> =>
    send<Data>(server.url, { method, path, body, sessionToken, token });
  const gardening = {
    name: 'Gardening',
    queries: [{ query: 'garden rake' }],
    promoted: [{ id: 'rake-7' }, { id: 'no-such-item' }],
    hidden: [],
  };
  // Files may have items that the catalogue lacks.
  await call('POST', curations.importRows.path, { c, format: 'json', text: JSON.stringify([gardening]), dry_run: false });
  const { items } = await call<{ items: { id: number }[] }>('GET', `/api/curations/${c}`);
  const { id } = items[0]!;
  await page.goto(`/search-settings/curations/edit?id=${id}`);
  await expect(page.getByText('No longer in the catalogue')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 1 gone' }).click();
  await expect(column(page, 'Promoted')).toHaveCount(1);

  await expect(page.locator('[data-draggable=true]')).toBeVisible();
  const dragged = column(page, 'Found items').nth(1);
  const first = column(page, 'Promoted').first();
  await drag(page, dragged, first);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await idsOf(page, 'Promoted')).toEqual(['rake-7']);
  const draggedId = await dragged.getAttribute('data-card');
  await drag(page, dragged, first);
  await page.mouse.up();
  await expect.poll(() => idsOf(page, 'Promoted')).toEqual([draggedId, 'rake-7']);
  await drag(page, column(page, 'Promoted').nth(1), first);
  await page.mouse.up();
  await expect.poll(() => idsOf(page, 'Promoted')).toEqual(['rake-7', draggedId]);

  const paste = `const data = new DataTransfer(); data.setData('text', 'rake-5\\nunknown-1\\nrake-6');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))`;
  await page.getByPlaceholder('Add item').focus();
  await page.evaluate(paste);
  await expect(page.getByText('1 ID isn’t in the catalogue: unknown-1')).toBeVisible();
  await expect(column(page, 'Promoted')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await settled(page);
  await column(page, 'Found items').first().getByRole('button', { name: 'Hide' }).click();
  await expect(column(page, 'Hidden')).toHaveCount(1);

  await call('PUT', `/api/curation/${id}`, { ...gardening, name: 'Rakes' });
  await page.getByRole('button', { name: 'Save curation' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
  await expect(conflict.getByRole('cell', { name: 'Rakes' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep mine on top' }).click();
  await expect(page.getByText('Saved. Waits for midnight.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save curation' })).toBeHidden();

  await page.getByRole('button', { name: 'More for' }).first().click();
  await page.getByRole('menuitem', { name: 'Move to place…' }).click();
  await page.getByRole('dialog').getByLabel('Place').fill('3');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await idsOf(page, 'Promoted'))[2]).toBe('rake-7');
  await page.getByRole('link', { name: 'Curations' }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('button', { name: 'Save curation' })).toBeVisible();
});
