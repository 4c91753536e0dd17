import type { Locator, Page } from '@playwright/test';
import { expectAccessible, settled } from '#e2e/accessibility.ts';
import { read, send } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { reloadRules } from '#features/search-settings/releases/releases.contract.ts';

const say = sentencesOf('cs');
const colours = ['červená', 'modrá', 'bílá', 'černá', 'zelená'];
const kettles = colours.map((colour, at) => ({
  id: `k${at}`,
  name: `Konvice ${colour}`,
  brand: 'Voda',
  price: 500 + at,
  availability: at === 1 ? 'out of stock' : 'in stock',
}));
const feed = [...kettles, { id: 'hrnek', name: 'Hrnek' }].map((item) => JSON.stringify(item)).join('\n');

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const idsOf = (page: Page, name: string): Promise<(string | null)[]> =>
  column(page, name).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));

test('with the keyboard alone, two items are promoted and one is hidden, and the shop answers that for every form of the query', async ({
  page,
  asFilledShop,
  feedHost,
  server,
}) => {
  const shop = await asFilledShop(feedHost.put('/kettles.ndjson', feed), { language: 'cs' }, { language: 'cs' });
  const search = async (q: string): Promise<string[]> => {
    const { items } = await read<{ items: { id: string }[] }>(
      server.url,
      `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q }).toString()}`,
      shop.sessionToken,
      shop.token,
    );
    return items.map(({ id }) => id);
  };
  await page.goto('/search-settings/curations/edit?id=new');
  await expect(page.getByLabel(say('Query'), { exact: true })).toBeFocused();
  await expect(page.getByText(say('Type a query to see its items.'))).toBeVisible();
  await page.keyboard.type('konvice');
  await expect(page.getByLabel(say('Internal name'))).toHaveValue('konvice');
  await expect(page.getByRole('button', { name: say('Save curation') })).toBeDisabled();
  await expect(page.getByText(say('Promote or hide an item.'))).toBeVisible();
  const match = page.getByRole('combobox', { name: say('Match') });
  await page.keyboard.press('Tab');
  await expect(match).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const contains = page.getByRole('option', { name: say('contains'), exact: true });
  await expect(contains).toBeVisible();
  // Keys that come while the list is still opening are lost; others select at once.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await contains.getAttribute('data-combobox-selected')).toBe('true');
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(match).toHaveValue(say('contains'));

  const found = say('Found items');
  await expect(column(page, found)).toHaveCount(5);
  const [first, second, third, , fifth] = await idsOf(page, found);
  await pressUntilFocused(page, 'Tab', column(page, found).first());
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  const told = page.getByRole('status');
  await expect(told.filter({ hasText: 'místo 1 ze 1' })).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('h');
  await expect(column(page, say('Hidden'))).toHaveCount(1);
  await expect(column(page, found).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await expect.poll(() => idsOf(page, say('Promoted'))).toEqual([fifth, third]);
  // The found items are those that are left, numbered after the promoted.
  await expect(column(page, found)).toHaveCount(2);
  await expect(column(page, found).first()).toContainText('3');
  await pressUntilFocused(page, 'Shift+Tab', column(page, say('Promoted')).first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(say('Saved. Waits for midnight.'))).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/);
  expect(await search('konvice')).toContain(first);
  await page.goto('/search-settings/curations');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('Regenerate') })
    .focus();
  await page.keyboard.press('Enter');
  for (const q of ['konvice', 'konvicí', 'konvice cervena'])
    await expect.poll(async () => (await search(q)).slice(0, 2), { message: q }).toEqual([third, fifth]);
  expect(await search('konvice')).not.toContain(first);
  expect(await search('konvice')).toContain(second);
});

/** The focus moves as a key is pressed, not later. */
async function pressUntilFocused(page: Page, key: string, card: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await card.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Drags a card to the upper half of another one, and waits until it may be dropped there. */
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

test('items are dragged, pasted and removed, two people save at once, and leaving asks', async ({
  asOwner,
  ownerToken,
  server,
}) => {
  const page = await asOwner();
  const [shop] = await read<{ token: string }[]>(server.url, listProjects.path, ownerToken, '');
  const project = shop?.token ?? '';
  const call = <Data>(method: string, path: string, body?: object): Promise<Data> =>
    send<Data>(server.url, { method, path, body, sessionToken: ownerToken, token: project });
  const gardening = {
    name: 'Gardening',
    queries: [{ query: 'garden rake' }],
    promoted: [{ id: 'hose-1-green' }, { id: 'no-such-item' }],
    hidden: [],
  };
  // A file may bring items that the catalogue lacks.
  await call('POST', curations.importRows.path, { c: 1, format: 'json', text: JSON.stringify([gardening]), dry_run: false });
  const { items } = await call<{ items: Curation[] }>('GET', '/api/curations/1?search=Gardening');
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
  expect(await idsOf(page, 'Promoted')).toEqual(['hose-1-green']);
  const draggedId = await dragged.getAttribute('data-card');
  await drag(page, dragged, first);
  await page.mouse.up();
  await expect.poll(() => idsOf(page, 'Promoted')).toEqual([draggedId, 'hose-1-green']);
  await drag(page, column(page, 'Promoted').nth(1), first);
  await page.mouse.up();
  await expect.poll(() => idsOf(page, 'Promoted')).toEqual(['hose-1-green', draggedId]);

  const paste = `const data = new DataTransfer(); data.setData('text', 'spade-1-black\\nunknown-1\\nspade-2-black');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))`;
  await page.getByPlaceholder('Add item').focus();
  await page.evaluate(paste);
  await expect(page.getByText('1 ID isn’t in the catalogue: unknown-1')).toBeVisible();
  await expect(column(page, 'Promoted')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await settled(page);
  for (const at of [0, 1])
    await column(page, 'Found items')
      .nth(at)
      .click({ modifiers: ['Control'], position: { x: 120, y: 14 } });
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Hide' }).click();
  await expect(column(page, 'Hidden')).toHaveCount(2);

  await call('PUT', `/api/curation/${id}`, { ...gardening, name: 'Rakes' });
  await page.getByRole('button', { name: 'Save curation' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
  await expect(conflict.getByRole('cell', { name: 'Rakes' })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText('Saved. Waits for midnight.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save curation' })).toBeHidden();

  await page.getByRole('button', { name: 'More for' }).first().click();
  await page.getByRole('menuitem', { name: 'Move to place…' }).click();
  await page.getByRole('dialog').getByLabel('Place').fill('3');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await idsOf(page, 'Promoted'))[2]).toBe('hose-1-green');
  await page.getByRole('link', { name: 'Curations' }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('button', { name: 'Save curation' })).toBeVisible();

  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('radiogroup', { name: 'Items' }).getByText('Hidden 2').click();
  await expect(column(page, 'Hidden').first()).toBeVisible();
  await expect(column(page, 'Found items').first()).toBeHidden();
  await expectFits(page);
  await expectAccessible(page);
  await call('DELETE', `/api/curation/${id}`, {});
});

test('the editor shows which rule takes its query, with what result, and what is out of stock', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  const shop = await asFilledShop(feedHost.put('/taken.ndjson', feed));
  const headers = { [sessionHeader]: shop.sessionToken, [projectHeader]: shop.token };
  const send = async (path: string, data: object): Promise<{ id: number }> =>
    ((await (await page.request.post(path, { headers, data })).json()) as { data: { id: number } }).data;
  await send('/api/fixits', { term: 'teapot', catalog_term: 'konvice', is_regexp: false });
  const queries = [{ query: 'teapot' }];
  const { id } = await send('/api/curation', { c: shop.collection_id, name: 'Pots', queries, promoted: [{ id: 'k1' }] });
  const notice = page.getByRole('status').filter({ hasText: 'This curation does nothing for “teapot”' });
  const pinned = column(page, 'Promoted').first();
  await page.goto(`/search-settings/curations/edit?id=${id}`);
  await expect(notice).toContainText('The replacing term “teapot” turns it into “konvice” first.');
  await expect(column(page, 'Found items')).toHaveCount(4);
  const places = await page
    .locator('[data-column] [data-card]')
    .evaluateAll((cards) => cards.map((card) => parseInt(card.innerText)));
  expect(places.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Add query “konvice”' }).click();
  await expect(notice).toBeHidden();
  await expect(pinned).toContainText(/^1\D/);

  const stock = page.getByRole('status').filter({ hasText: '1 promoted item is out of stock.' });
  await stock.getByRole('button', { name: 'Take out' }).click();
  await expect(stock).toBeHidden();
  await expect(column(page, 'Promoted')).toHaveCount(0);

  await test.step('what is saved goes live from its toast after the check of what visitors would notice', async () => {
    await column(page, 'Found items')
      .first()
      .getByRole('button', { name: /^Promote/ })
      .click();
    await page.keyboard.press('Control+s');
    const regenerate = page.getByRole('status').getByRole('button', { name: 'Regenerate' });
    await expect(regenerate).toBeVisible();
    const asked = (path: string) => page.waitForRequest((request) => request.url().endsWith(path));
    await Promise.all([asked(readGateQueries.path), asked(reloadRules.path), regenerate.click()]);
    await expect(page.getByText(/^Regenerated\./)).toBeVisible();
    await expect(page).toHaveURL(/curations\/edit/);
  });
});
