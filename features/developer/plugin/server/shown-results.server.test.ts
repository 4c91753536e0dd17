import { beforeAll, expect, test } from 'vitest';
import { toggleLiveMode } from '#features/developer/plugin/live-mode/live-mode.contract.ts';
import { startPlugin } from '#features/developer/plugin/plugin.contract.ts';
import { saveSearchSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
beforeAll(async () => void (await server.call(owner, toggleLiveMode, { is_live: true })));

const start = async () => (await server.call({}, startPlugin, { token: owner.project })).data!;

test('where nobody said anything, results have the filters and orders of most shops', async () => {
  expect(await start()).toMatchObject({
    facets: ['category', 'price', 'brand'],
    sorts: ['', 'price:asc', 'price:desc'],
    per_page: 24,
    labels: {},
  });
});

test('what the result settings say is left to them, and called as they call it', async () => {
  const [collection] = (await server.call(owner, listCollections, {})).data!;
  const saved = await server.call(owner, saveSearchSettings, {
    collection_id: collection!.id,
    results: [
      { field: 'name' },
      { field: 'popularity', label: 'Favourites' },
      { field: 'brand', label: 'Maker' },
      { field: 'price' },
      { field: 'category' },
    ],
    per_page: 12,
    sort: [
      { field: 'popularity', order: 'desc' },
      { field: null, order: 'asc' },
    ],
    facets: [{ field: 'brand', label: 'Maker', limit: 5, order: 'value' }],
  });
  expect(saved.errors).toEqual([]);
  expect(await start()).toMatchObject({
    facets: [],
    sorts: ['popularity:desc', ''],
    per_page: 12,
    labels: { popularity: 'Favourites', brand: 'Maker' },
  });
  const { data } = await server.call({}, frontSearch, { token: owner.project, q: 'lamp' });
  expect(data!.facets.map(({ field, label }) => [field, label])).toEqual([['brand', 'Maker']]);
});
