import { crudJourney } from '#e2e/crud-journey.ts';
import { test } from '#e2e/fixtures.ts';

test('replacing terms are added, changed by two people, deleted, brought back, exported and imported', async ({ asOwner }) => {
  await crudJourney(await asOwner(), {
    address: '/search-settings/fixit',
    add: 'Add replacing term',
    edit: 'Edit replacing term',
    fill: async (drawer) => {
      await drawer.getByLabel('Query').fill('hoovver');
      await drawer.getByLabel('Replace with').fill('hoover');
    },
    name: 'hoovver',
    theirs: ['Replace with', 'vacuum cleaner'],
    mine: ['Replace with', 'vacuum'],
    line: '^shipping,true,https://shop.example/shipping,true',
    lineName: '^shipping',
  });
});
