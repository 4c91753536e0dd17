import { beforeAll, expect, test } from 'vitest';
import { addField } from '#features/data/schema/schema.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['emptyShop']>>;
beforeAll(async () => {
  owner = await server.emptyShop('owner@releases.example');
});

const releases = async (source?: string) => (await server.call(owner, listReleases, { per_page: 100, source })).data!.items;
const add = (term: string) => server.call(owner, synonyms.create, { term, synonyms: ['other'] });

test('the list is narrowed to releases that changed rows of one kind', async () => {
  await add('"fields":{');
  await server.call(owner, charFilters.create, { from: '§', to: 'paragraph' });
  await server.call(owner, addField, { collection_id: owner.collectionId, name: 'season' });
  const all = await releases();
  for (const source of ['synonyms', 'chars-filter', 'fields', 'nothing'])
    expect(await releases(source), source).toEqual(all.filter(({ counts }) => source in counts));
  expect(await releases('synonyms')).toHaveLength(1);
  expect(await releases('fields')).not.toHaveLength(0);
  expect((await server.call(owner, listReleases, { source: '%' })).status).toBe(422);
});
