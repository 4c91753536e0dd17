import type { Page } from '@playwright/test';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { read } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { type Language, sentencesOf } from './look.ts';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** A catalogue and a merchandiser's rules for it. */
interface Walk {
  readonly language: Language;
  readonly rows: readonly Row[];
  readonly redirect: { readonly query: string; readonly to: string };
  readonly pattern: { readonly term: string; readonly typed: readonly [string, string]; readonly means: string };
  readonly ignored: string;
  readonly curated: { readonly query: string; readonly forms: readonly string[] };
  readonly boosted: { readonly query: string; readonly field: string; readonly value: string };
  /** A date field for newer items first; null without one. */
  readonly dated: string | null;
}

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

/** Rules of every kind are saved, published, visible in the shop, and reverted. */
export async function merchandisersDay(
  { page, asFilledShop, feedHost, server }: Pick<Fixtures, 'page' | 'asFilledShop' | 'feedHost' | 'server'>,
  walk: Walk,
): Promise<void> {
  const { rows } = walk;
  const say = sentencesOf(walk.language);
  const feed = feedHost.put(`/merchandiser-${walk.language}.ndjson`, rows.map((row) => JSON.stringify(row)).join('\n'));
  // The items are English, the user's console isn't.
  const shop = await asFilledShop(feed, { language: 'en' }, { language: walk.language });
  const ask = (q: string) =>
    read<{ items: { id: string }[]; redirect?: string | null }>(
      server.url,
      `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q, per_page: '50' }).toString()}`,
      shop.sessionToken,
      shop.token,
    );
  const found = async (q: string) => (await ask(q)).items.map(({ id }) => id);
  const valueOf = (id: string | undefined) => rows.find((row) => row.id === id)?.[walk.boosted.field];

  const before = { curated: await found(walk.curated.query), boosted: await found(walk.boosted.query) };
  const [hidden, second, third] = before.curated;
  const { items: releases } = await read<{ items: { number: number }[] }>(
    server.url,
    listReleases.path,
    shop.sessionToken,
    shop.token,
  );
  const first = String(releases[0]?.number);
  expect(valueOf(before.boosted[0])).not.toBe(walk.boosted.value);

  await test.step('a word leads to a page, and a pattern replaces what people mistype', async () => {
    await addFixit(page, say, walk.redirect.query, walk.redirect.to);
    await addFixit(page, say, walk.pattern.term, walk.pattern.means, { isPattern: true });
    expect((await ask(walk.redirect.query)).redirect).toBe(walk.redirect.to);
    for (const typed of walk.pattern.typed) expect(await found(typed), typed).toEqual(before.curated);
  });

  await test.step('a word that tells nothing is ignored', async () => {
    await page.goto('/search-settings/stopwords');
    await page.getByRole('button', { name: startOf(say('Ignore terms in “{name}”')) }).click();
    await expect(page.getByText(startOf(say('Searches in “{name}” leave ignored terms out.')))).toBeVisible();
    await page.keyboard.press('n');
    const form = page.getByRole('form', { name: say('Add term') });
    await form.getByLabel(say('Ignored term')).fill(walk.ignored);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: walk.ignored })).toContainText(say('Waits for midnight'));
  });

  await test.step('two items are pinned and one is hidden, for every query that contains the word', async () => {
    await page.goto(`/search-settings/curations/edit?id=new&query=${walk.curated.query}`);
    await page.getByRole('combobox', { name: say('Match') }).click();
    await page.getByRole('option', { name: say('contains'), exact: true }).click();
    const card = (column: 'Found items' | 'Promoted' | 'Hidden', id?: string) =>
      page.getByRole('list', { name: say(column), exact: true }).locator(id === undefined ? 'li' : `[data-card="${id}"]`);
    for (const [id, key] of [
      [third, 'p'],
      [second, 'p'],
      [hidden, 'h'],
    ] as const) {
      await card('Found items', id).focus();
      await page.keyboard.press(key);
      await expect(card(key === 'p' ? 'Promoted' : 'Hidden', id)).toBeVisible();
    }
    await page.keyboard.press('Control+s');
    await expect(page.getByText(say('Saved. Waits for midnight.'))).toBeVisible();
    expect(await found(walk.curated.query)).toEqual(before.curated);
    await page.goto('/search-settings/curations');
    await page
      .getByRole('main')
      .getByRole('button', { name: say('Regenerate') })
      .click();
    for (const q of [...walk.curated.forms, `${walk.ignored} ${walk.curated.query}`, walk.pattern.typed[0]])
      await expect.poll(async () => (await found(q)).slice(0, 2), { message: q }).toEqual([third, second]);
    expect(await found(walk.curated.query)).not.toContain(hidden);
  });

  await test.step('what should sell is lifted, seen beforehand and published', async () => {
    await page.goto(`/search-settings/boost-manager?edit=new&q=${walk.boosted.query}`);
    const drawer = page.getByRole('dialog', { name: say('Add boost') });
    await drawer.getByRole('combobox', { name: say('Field') }).fill(walk.boosted.field);
    await page.getByRole('option', { name: walk.boosted.field, exact: true }).click();
    await drawer.getByRole('combobox', { name: say('Value') }).fill(walk.boosted.value);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await drawer.getByRole('textbox', { name: say('Boost') }).fill('1000');
    await drawer.getByRole('button', { name: say('Add boost') }).click();
    if (walk.dated !== null) {
      await page
        .getByRole('button', { name: say('Add boost') })
        .first()
        .click();
      await drawer.getByRole('combobox', { name: say('Field') }).fill(walk.dated);
      await page.getByRole('option', { name: walk.dated, exact: true }).click();
      await expect(drawer.getByRole('radio', { name: say('Newer first') })).toBeChecked();
      await drawer.getByRole('button', { name: say('Add boost') }).click();
      await expect(drawer).toBeHidden();
    }
    const preview = page.getByRole('region', { name: say('Preview') });
    await expect(preview.getByRole('img', { name: /^(Up \d+ places?|O \d+ míst)/ }).first()).toBeVisible();
    expect(await found(walk.boosted.query)).toEqual(before.boosted);
    await page.getByRole('button', { name: say('Publish boosts') }).click();
    const check = page.getByRole('dialog', { name: say('Check before publishing') });
    await check.getByRole('button', { name: say('Publish boosts') }).click();
    await expect(page.getByText(say('Saved. Customers see the new boost.'))).toBeVisible();
    const [best] = await found(walk.boosted.query);
    expect(valueOf(best)).toBe(walk.boosted.value);
  });

  await test.step('the release of before is restored, and the shop answers as it did', async () => {
    await page.goto(`/search-settings/releases?release=${first}`);
    await page.getByRole('button', { name: say('Restore release {number}', { number: first }) }).click();
    const question = page.getByRole('dialog', { name: say('Restore release {number}?', { number: first }) });
    await question.getByRole('button', { name: say('Restore release {number}', { number: first }) }).click();
    await expect(question).toBeHidden();
    await expect.poll(() => found(walk.curated.query)).toEqual(before.curated);
    expect(await found(walk.boosted.query)).toEqual(before.boosted);
    expect((await ask(walk.redirect.query)).redirect ?? null).toBeNull();
  });
}

/** Text before the first placeholder; the console inserts non-breaking spaces. */
const startOf = (sentence: string): RegExp => new RegExp(`^${(sentence.split('{')[0] ?? '').replaceAll(/\s/g, String.raw`\s`)}`);

type Say = ReturnType<typeof sentencesOf>;

async function addFixit(page: Page, say: Say, query: string, to: string, { isPattern = false } = {}): Promise<void> {
  await page.goto('/search-settings/fixit?edit=new');
  const drawer = page.getByRole('dialog', { name: say('Add replacing term') });
  if (isPattern) await drawer.getByRole('switch', { name: say('Regular expression') }).click();
  await drawer.getByLabel(say('Query')).fill(query);
  await drawer.getByLabel(say('Replace with')).fill(to);
  await drawer.getByRole('button', { name: say('Add replacing term') }).click();
  await expect(drawer).toBeHidden();
}
