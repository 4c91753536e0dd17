import { crudJourney } from '#e2e/crud-journey.ts';
import { expect, test } from '#e2e/fixtures.ts';

test('synonyms are added, changed by two people, deleted, brought back, exported and imported', async ({ asOwner }) => {
  await crudJourney(await asOwner(), {
    address: '/search-settings/synonyms',
    add: 'Add synonym',
    edit: 'Edit synonym',
    fill: async (drawer) => {
      await drawer.getByLabel('Term').fill('icebox');
      await drawer.getByLabel('Synonyms').fill('fridge, refrigerator,');
    },
    name: 'icebox',
    theirs: ['Synonyms', 'cooler'],
    mine: ['Synonyms', 'freezer'],
    line: 'chest cooler,1,cool box,true',
    lineName: 'chest cooler',
  });
});

test('what was typed is not lost by accident', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('half done');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(drawer.getByLabel('Term')).toHaveValue('half done');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/synonyms\?p=\d+$/);
});
