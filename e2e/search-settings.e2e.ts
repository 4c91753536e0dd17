import type { Page, Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';
import { read, send } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { applyCollection } from '#features/data/collections/collections.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { settled } from './pages.ts';

const pattern = '^ket(tel|le)s?$';

async function addReplacingTerm(page: Page, query: string, to: string): Promise<void> {
  await page.goto('/search-settings/fixit?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add replacing term' });
  if (query === pattern) await drawer.getByRole('switch', { name: 'Regular expression' }).click();
  await drawer.getByLabel('Query').fill(query);
  await drawer.getByLabel('Replace with').fill(to);
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(drawer).toBeHidden();
}

test('rules of every kind are published, seen by the shop, and rolled back', async ({ page, asFilledShop, feedHost, server }) => {
  const rows = [...sampleShopItems('en')].map(({ id, fields }) => ({ id, ...fields }) as Record<string, unknown>);
  const shop = await asFilledShop(feedHost.put('/rules.ndjson', rows.map((row) => JSON.stringify(row)).join('\n')));
  const get = <Data>(path: string) => read<Data>(server.url, path, shop.sessionToken, shop.token);
  const search = (q: string) =>
    get<{ items: { id: string }[]; redirect?: string | null }>(
      `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q, per_page: '50' }).toString()}`,
    );
  const found = async (q: string) => (await search(q)).items.map(({ id }) => id);
  const availabilityOf = (id: string | undefined) => rows.find((row) => row['id'] === id)?.['availability'];
  const before = { kettle: await found('kettle'), garden: await found('garden') };
  const [hidden, second, third] = before.kettle;
  const { items: releases } = await get<{ items: { number: number }[] }>(listReleases.path);
  const first = releases[0]!.number;
  expect(availabilityOf(before.garden[0])).not.toBe('out_of_stock');

  await test.step('a word leads to a page, and a pattern replaces what people mistype', async () => {
    await addReplacingTerm(page, 'returns', 'https://shop.example/returns');
    await addReplacingTerm(page, pattern, 'kettle');
    expect((await search('returns')).redirect).toBe('https://shop.example/returns');
    for (const mistyped of ['kettel', 'ketles']) expect(await found(mistyped), mistyped).toEqual(before.kettle);
  });

  await test.step('a word is ignored', async () => {
    const { sessionToken, token, collection_id: id } = shop;
    const call = { sessionToken, token };
    await send(server.url, { ...call, method: 'PUT', path: `/api/collection/${id}`, body: { force_stopwords: true } });
    await send(server.url, { ...call, method: 'POST', path: applyCollection.path, body: { id } });
    await page.goto('/search-settings/stopwords');
    await expect(page.getByRole('button', { name: 'Add term' })).toBeVisible();
    await page.keyboard.press('n');
    await page.getByRole('form', { name: 'Add term' }).getByLabel('Ignored term').fill('cheap');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: 'cheap' })).toContainText('00:00');
  });

  await test.step('two items are promoted and one is hidden, for every query that contains the word', async () => {
    await page.goto('/search-settings/curations/edit?id=new&query=kettle');
    await page.getByRole('combobox', { name: 'Match' }).click();
    await page.getByRole('option', { name: 'contains', exact: true }).click();
    const card = (column: string, id?: string) =>
      page.getByRole('list', { name: column, exact: true }).locator(`[data-card="${id}"]`);
    for (const [id, key] of [
      [third, 'p'],
      [second, 'p'],
      [hidden, 'h'],
    ] as const) {
      await card('Other items found', id).focus();
      await page.keyboard.press(key);
      await expect(card(key === 'p' ? 'Promoted' : 'Hidden', id)).toBeVisible();
    }
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved. Goes live at midnight.')).toBeVisible();
    expect(await found('kettle')).toEqual(before.kettle);
    await page.goto('/search-settings/curations');
    const check = page.getByRole('dialog', { name: 'Check before publishing' });
    await page.getByRole('main').getByRole('button', { name: 'Publish' }).click();
    await check.getByRole('button', { name: 'Publish' }).click();
    await expect(check).toBeHidden();
    for (const q of ['kettle', 'Kettles', 'electric kettles', 'cheap kettle', 'kettel'])
      await expect.poll(async () => (await found(q)).slice(0, 2), { message: q }).toEqual([third, second]);
    expect(await found('kettle')).not.toContain(hidden);
  });

  await test.step('items are boosted, seen beforehand and published', async () => {
    await page.goto('/search-settings/boost-manager?edit=new&q=garden');
    const drawer = page.getByRole('region', { name: 'Add boost' });
    await drawer.getByRole('combobox', { name: 'Field' }).fill('availability');
    await page.getByRole('option', { name: 'Availability', exact: true }).click();
    await drawer.getByRole('combobox', { name: 'Value' }).fill('out_of_stock');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await drawer.getByRole('textbox', { name: 'Boost' }).fill('1000');
    await drawer.getByRole('button', { name: 'Add boost' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('img', { name: /^Up \d+ places?/ }).first()).toBeVisible();
    expect(await found('garden')).toEqual(before.garden);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    const check = page.getByRole('dialog', { name: 'Check before publishing' });
    await check.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Saved. Customers see 1 change')).toBeVisible();
    expect(availabilityOf((await found('garden'))[0])).toBe('out_of_stock');
  });

  await test.step('the first release is restored, and the shop answers as it did', async () => {
    await page.goto(`/search-settings/releases?release=${first}`);
    await page.getByRole('button', { name: `Restore release ${first}` }).click();
    const question = page.getByRole('dialog', { name: `Restore release ${first}?` });
    await question.getByRole('button', { name: `Restore release ${first}` }).click();
    await expect(question).toBeHidden();
    await expect.poll(() => found('kettle')).toEqual(before.kettle);
    expect(await found('garden')).toEqual(before.garden);
    expect((await search('returns')).redirect ?? null).toBeNull();
  });
});

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
  const dragged = column(page, 'Other items found').nth(1);
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
  await column(page, 'Other items found').first().getByRole('button', { name: 'Hide' }).click();
  await expect(column(page, 'Hidden')).toHaveCount(1);

  await call('PUT', `/api/curation/${id}`, { ...gardening, name: 'Rakes' });
  await page.getByRole('button', { name: 'Publish at midnight' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'saved this in another tab.' });
  await expect(conflict.getByRole('cell', { name: 'Rakes' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep mine on top' }).click();
  await expect(page.getByText('Saved. Goes live at midnight.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish at midnight' })).toBeHidden();

  await column(page, 'Promoted')
    .first()
    .getByRole('button', { name: /^Move .* down$/ })
    .click();
  await expect.poll(async () => (await idsOf(page, 'Promoted'))[1]).toBe('rake-7');
  await page.getByRole('link', { name: 'Curations' }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('button', { name: 'Publish at midnight' })).toBeVisible();
});

test('a rule is added, changed by two people, deleted, restored, turned off, exported and imported', async ({ page, asShop }) => {
  await asShop('', { data_source: 'aisle_api' });
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'icebox', exact: true }) });
  const question = page.getByRole('alertdialog', { name: 'Delete “icebox”?' });
  await page.goto('/search-settings/synonyms');

  await test.step('added by the keyboard', async () => {
    await expect(page.getByRole('button', { name: 'Add synonym' }).first()).toBeVisible();
    await page.keyboard.press('n');
    const drawer = page.getByRole('dialog', { name: 'Add synonym' });
    await drawer.getByRole('button', { name: 'Save and publish' }).click();
    await expect(drawer.getByRole('alert')).toContainText('Please, provide correct data!');
    await drawer.getByLabel('Term').fill('icebox');
    await drawer.getByLabel('Synonyms').fill('fridge, refrigerator,');
    await drawer.getByRole('button', { name: 'Save and publish' }).click();
    await expect(row).toBeVisible();
  });

  const open = async (tab = page) => {
    await tab.getByRole('link', { name: 'icebox', exact: true }).dblclick();
    return tab.getByRole('dialog', { name: 'icebox', exact: true });
  };
  await test.step('changed by two people at once', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const [drawer, otherDrawer] = [await open(), await open(other)];
    const save = drawer.getByRole('button', { name: 'Save and publish' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await otherDrawer.getByLabel('Synonyms').fill('cooler');
    await otherDrawer.getByLabel('Synonyms').press('Tab');
    await otherDrawer.getByRole('button', { name: 'Save and publish' }).click();
    await expect(otherDrawer).toBeHidden();
    await other.close();
    await drawer.getByLabel('Synonyms').fill('freezer');
    await drawer.getByLabel('Synonyms').press('Tab');
    await save.click();
    const conflict = drawer.getByRole('alert');
    await expect(conflict).toContainText('saved this in another tab.');
    await expect(conflict.getByRole('cell', { name: 'freezer' }).last()).toBeVisible();
    await conflict.getByRole('button', { name: 'Replace it' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('deleted by keys and by a double click, which opens nothing, and restored', async () => {
    await row.getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await expect(row).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(row).toBeVisible();
  });

  await test.step('Turned off', async () => {
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
