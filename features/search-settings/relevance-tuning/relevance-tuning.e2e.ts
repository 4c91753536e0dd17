import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, sentencesOf } from '#e2e/look.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';

const address = '/search-settings/relevance-tuning';

/** What is called a lamp is not what is described as one, so weights decide which comes first. */
const feed = [
  { id: 'lamp', name: 'Garden lamp', description: 'Stands in the grass.' },
  { id: 'shade', name: 'Shade', description: 'For a lamp.' },
  { id: 'hook', name: 'Hook', description: 'For a lamp, or another lamp.' },
]
  .map((item) => JSON.stringify(item))
  .join('\n');

for (const look of firstByDay({ language: 'cs', isDark: true }, { language: 'en' })) {
  const say = sentencesOf(look.language);

  test(`weights are tried, published and taken back, in ${look.language}`, async ({
    page,
    context,
    asFilledShop,
    feedHost,
    server,
  }) => {
    const shop = await asFilledShop(feedHost.put(`/tuned-${look.language}.ndjson`, feed), { language: 'en' }, look);
    const found = async () => {
      const path = `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q: 'lamp' }).toString()}`;
      const { items } = await read<{ items: { id: string }[] }>(server.url, path, shop.sessionToken, shop.token);
      return items.map(({ id }) => id);
    };
    const byDefault = await found();
    expect(byDefault).toHaveLength(3);
    expect(byDefault[0]).toBe('lamp');

    await page.goto(`${address}?q=lamp`);
    const preview = page.getByRole('region', { name: say('Preview') });
    await weigh(page, say, 'description', 'most');
    await weigh(page, say, 'name', 1);
    await expect(preview.getByRole('img', { name: /^(Down \d+ places?|O \d+ míst)/ }).first()).toBeVisible();
    expect(await found()).toEqual(byDefault);
    await expectAccessible(page);
    await expectFits(page);

    await test.step('a weight below zero is not saved, and the bar says so in one line', async () => {
      const number = page.getByRole('textbox', { name: say('Weight of {name}', { name: 'name' }), exact: true });
      const before = await number.inputValue();
      const { height } = (await unsaved(page, say).boundingBox())!;
      await number.fill('-1');
      await expect(unsaved(page, say)).toContainText(say('Correct the marked numbers first.'));
      await expect(unsaved(page, say).getByRole('button', { name: say('Save and publish') })).toBeDisabled();
      expect((await unsaved(page, say).boundingBox())!.height).toBe(height);
      await number.fill(before);
    });

    await test.step('leaving asks', async () => {
      await page
        .getByRole('link', { name: say('Synonyms'), exact: true })
        .first()
        .click();
      await page.getByRole('button', { name: say('Keep editing') }).click();
      await expect(page).toHaveURL(new RegExp(address));
    });

    const other = await context.newPage();
    await test.step('what another tab publishes first is not replaced unseen', async () => {
      await other.goto(`${address}?q=lamp`);
      await weigh(other, say, 'description', 2);
      await publish(other, say);
      // Whoever saves first wins, so the other tab has to be the first.
      await expect(unsaved(other, say)).toBeHidden();
      await publish(page, say);
      const conflict = page.getByRole('alert').filter({ has: page.getByRole('button', { name: say('Keep mine on top') }) });
      await expect(conflict.getByRole('cell', { name: look.language === 'cs' ? /→ 0,2$/ : /→ 0\.2$/ })).toBeVisible();
      await conflict.getByRole('button', { name: say('Keep mine on top') }).click();
      await expect(conflict).toBeHidden();
    });
    await expect.poll(async () => (await found()).at(-1)).toBe('lamp');

    await test.step('the defaults come back', async () => {
      await page.getByRole('button', { name: say('Restore defaults') }).click();
      await page
        .getByRole('dialog', { name: say('Restore defaults?') })
        .getByRole('button', { name: say('Restore defaults') })
        .click();
      await publish(page, say);
      await expect.poll(found).toEqual(byDefault);
      await expect(unsaved(page, say)).toBeHidden();
    });
  });
}

type Say = ReturnType<typeof sentencesOf>;

/** Moves the slider of a field by keys, to the end or to as many tenths. */
async function weigh(page: Page, say: Say, name: string, weight: 'most' | number): Promise<void> {
  const slider = page.getByRole('slider', { name: say('Weight of {name}', { name }), exact: true });
  await slider.focus();
  await page.keyboard.press(weight === 'most' ? 'End' : 'Home');
  for (let tenths = 0; weight !== 'most' && tenths < weight; tenths += 1) await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', weight === 'most' ? '10' : String(weight / 10));
}

const unsaved = (page: Page, say: Say): Locator => page.getByRole('region', { name: say('Unsaved changes') });

/** Through the check, which goes on by itself where few searches change. */
async function publish(page: Page, say: Say): Promise<void> {
  await unsaved(page, say)
    .getByRole('button', { name: say('Save and publish') })
    .click();
}
