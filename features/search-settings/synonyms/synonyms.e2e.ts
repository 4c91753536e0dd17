import { crudJourney } from '#e2e/crud-journey.ts';
import { test } from '#e2e/fixtures.ts';

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
