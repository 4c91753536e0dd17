import { expect, test } from 'vitest';
import { listDocuments } from '#features/developer/documents/documents.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { sharedServer } from './shared-server.ts';

const server = await sharedServer();

test('a copied shop has what an import of its own feed brings', async () => {
  const [first, second, czech] = await Promise.all([server.shop(), server.shop(), server.shop('cs')]);
  const documents = async (shop: typeof first) => {
    const { data } = await server.call(shop, listDocuments, { id: shop.collectionId, per_page: 100 });
    return data?.items.map(({ fields }) => fields);
  };
  expect(await documents(second)).toEqual(await documents(first));
  expect(await documents(czech)).not.toEqual(await documents(first));
  for (const shop of [first, second, czech]) {
    await server.call(shop, reloadFeed, { id: shop.feedId });
    const { last_import } = await server.imported(shop, shop.feedId);
    expect(last_import).toMatchObject({ state: 'done', counts: { added: 0, changed: 0, removed: 0, repeated: 0 } });
    expect(last_import?.counts?.unchanged).toBe(last_import?.imported_count);
  }
});
