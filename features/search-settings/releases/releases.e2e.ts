import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lookAt, expectFits, sentencesOf } from '#e2e/look.ts';

const word = 'zqxmitts';

/** How many items a query finds in the tester. */
async function foundFor(page: Page, query: string): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/search/') && response.ok());
  await page.goto(`/developer/query-tester?q=${query}`);
  const { data } = (await (await answer).json()) as { data: { total_count: number; corrected_query: string | null } };
  return data.corrected_query === null ? data.total_count : 0;
}

for (const [language, look] of firstByDay(['cs', { isPhone: true, isDark: true }], ['en', {}])) {
  const t = sentencesOf(language);

  test(`a changed synonym is seen in its release, and the release before it is restored (${language})`, async ({ asOwner }) => {
    const page = await asOwner();
    const before = await foundFor(page, word);
    await page.goto('/search-settings/synonyms?edit=new');
    const drawer = page.getByRole('dialog', { name: 'Add synonym' });
    await drawer.getByLabel('Term').fill(word);
    await drawer.getByLabel('Synonyms').fill('gloves');
    await drawer.getByLabel('Synonyms').press('Enter');
    await drawer.getByRole('button', { name: 'Add synonym' }).click();
    await expect(drawer).toBeHidden();
    expect(await foundFor(page, word)).toBeGreaterThan(before);

    await lookAt(page, { language, ...look });
    await page.goto('/search-settings/releases');
    const numbers = page.getByRole('row').getByRole('link');
    const newest = Number(await numbers.first().textContent());
    await numbers.first().click();
    const release = page.getByRole('dialog', { name: t('Release {number}', { number: String(newest) }) });
    await expect(release).toContainText(t('“{term}” and “{words}” find each other.', { term: word, words: 'gloves' }));
    await expect(release.getByRole('button', { name: t('Restore release {number}', { number: String(newest) }) })).toBeDisabled();
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
    await page.keyboard.press('Escape');

    await numbers.nth(1).click();
    const yes = t('Restore release {number}', { number: String(newest - 1) });
    await page.getByRole('button', { name: yes }).click();
    const question = page.getByRole('dialog', { name: `${yes}?` });
    await expect(question.getByText(word, { exact: true })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
    await question.getByRole('button', { name: yes }).click();
    const told = { number: String(newest - 1), made: String(newest + 1) };
    await expect(page.getByText(t('Release {number} is live again as {made}.', told))).toBeVisible();
    expect(await foundFor(page, word)).toBe(before);

    await page.goto(`/search-settings/releases?release=${newest}&with=${newest + 1}`);
    await expect(release).toContainText(
      t('What changed from release {from} to release {to}:', { from: String(newest), to: told.made }),
    );
    await release.getByRole('link', { name: t('Try a query with release {number}', { number: String(newest) }) }).click();
    await page.getByLabel(t('Type a query')).fill(word);
    const then = page.getByRole('region', { name: t('Search as of release {number}', { number: String(newest) }) });
    await then.getByLabel(t('Compare with now')).check();
    await expect(then.getByText(t('new'), { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await then.getByRole('button', { name: t('Back to live') }).click();
    await expect(then).toBeHidden();
  });
}

test('of two people who restore at once, the slower one is asked again, and one rule is undone alone', async ({
  asOwner,
  server,
}) => {
  const page = await asOwner();
  const add = (term: string) =>
    page.evaluate(
      `fetch('/api/synonyms', { method: 'POST', headers: { 'content-type': 'application/json', 'x-session-token': localStorage.id_token, 'x-client-id': localStorage.client_id }, body: JSON.stringify({ term: '${term}', synonyms: ['thing'] }) }).then(({ status }) => status)`,
    );
  await page.goto(`${server.url}/search-settings/releases`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await add('first one')).toBe(200);
  await page.reload();
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  expect(await add('second one')).toBe(200);
  const question = page.getByRole('dialog', { name: 'Undo the change of “first one”?' });
  await question.getByRole('button', { name: 'Undo this change' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'went live in the meantime' });
  await conflict.getByRole('button', { name: 'Compare again' }).click();
  await question.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('Restored. Live now')).toBeVisible();
  await page.goto('/search-settings/synonyms');
  await expect(page.getByRole('link', { name: 'second one' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'first one' })).toHaveCount(0);
});
