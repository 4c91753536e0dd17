import { crudJourney } from '#e2e/crud-journey.ts';
import { test } from '#e2e/fixtures.ts';

test('replacements are added, changed by two people, deleted, brought back, exported and imported', async ({ asOwner }) => {
  await crudJourney(await asOwner(), {
    address: '/developer/chars-filter',
    add: 'Add replacement',
    edit: 'Edit replacement',
    fill: async (drawer) => {
      await drawer.getByLabel('Typed').fill('×');
      await drawer.getByLabel('Replaced by').fill('x');
    },
    name: '×',
    theirs: ['Replaced by', 'y'],
    mine: ['Replaced by', 'z'],
    line: '&,and,true',
    lineName: '&',
  });
});
