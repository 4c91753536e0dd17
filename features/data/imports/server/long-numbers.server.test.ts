import { describe, expect, test } from 'vitest';
import { patchItems, putItems, readItem, removeItems } from '#features/data/item-api/item-api.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { openBearer } from '#testing/calls/full-project.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { type Actor, requestOf } from '#testing/test-app.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const { server, host, shop } = await sharedFeedShops();

/** They differ in the last digit, which no number of JavaScript keeps. */
const ids = ['1683885693914773461', '1683885693914773462', '1683885693914773463', '1683885693914773464'];
const batches = ['9007199254740993', '9007199254740995'];
const rows = ids.map((id, at) => ({ id, name: `Lamp ${at}`, price: at + 1, batch: batches[at % 2]! }));
const line = ({ id, name, price, batch }: (typeof rows)[number]) =>
  `{"id":${id},"name":"${name}","price":${price},"batch":${batch},"codes":[${id},${batch}]}`;

const feeds = {
  ndjson: rows.map(line).join('\n'),
  json: `{"products":[${rows.map(line).join(',')}]}`,
};

describe.each(Object.entries(feeds))('long numbers in a feed of %s', (type, body) => {
  test('are items of their own, found and filtered by all of their digits', async () => {
    const { actor, feedId } = await shop(host.put(`/long.${type}`, body));
    expect((await server.imported(actor, feedId)).last_import).toMatchObject({ imported_count: ids.length, error_count: 0 });
    const token = actor.project!;
    const found = async (filters: string) =>
      (await server.call({}, frontSearch, { token, filters })).data!.items.map(({ id }) => id).toSorted();
    expect(await found('')).toEqual(ids);
    for (const filters of [`{"batch":${batches[0]}}`, `{"batch":"${batches[0]}"}`, `{"batch":[${batches[0]}]}`])
      expect(await found(filters)).toEqual([ids[0], ids[2]]);
    for (const [at, id] of ids.entries())
      expect((await server.call({}, frontItem, { token, id })).data!.item).toMatchObject({
        id,
        name: `Lamp ${at}`,
        batch: batches[at % 2],
      });
  });
});

/** As a shop that writes ids as numbers, which JSON of JavaScript can't. */
async function sent(actor: Actor, endpoint: Endpoint, body: string, input = {}) {
  const { payload: _payload, ...request } = requestOf(actor, endpoint, input);
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return (await server.app.http.inject({ ...request, headers, payload: body })).json().data;
}

test('long numbers that calls bring keep their digits', async () => {
  const owner = await server.emptyShop();
  const shopServer = { bearer: await openBearer(server.app.db, owner.projectId) };
  expect((await sent(shopServer, putItems, `{"items":[${rows.map(line).join(',')}]}`)).counts).toMatchObject({
    created: ids.length,
  });
  const read = async (id: string) => (await server.call(shopServer, readItem, { id })).data?.item;
  for (const [at, id] of ids.entries())
    expect(await read(id)).toMatchObject({ id, batch: batches[at % 2], codes: [id, batches[at % 2]] });
  await sent(shopServer, patchItems, `{"items":[{"id":${ids[1]},"price":77,"batch":${batches[0]}}]}`);
  expect((await Promise.all(ids.map(read))).map((item) => item?.['price'])).toEqual([1, 77, 3, 4]);
  expect(await read(ids[1]!)).toMatchObject({ batch: batches[0] });
  const items = `"promoted":[{"id":${ids[3]}}],"hidden":[{"id":${ids[2]}}]`;
  const curation = await sent(
    owner,
    curations.create,
    `{"collection_id":${owner.collectionId},"name":"Lamps","queries":[{"query":"lamp"}],${items}}`,
  );
  expect(curation).toMatchObject({ promoted: [{ id: ids[3], name: 'Lamp 3' }], hidden: [{ id: ids[2], name: 'Lamp 2' }] });
  const events = await sent({}, frontEvents, `{"events":[{"type":"click","item_id":${ids[1]}}]}`, { token: owner.project });
  expect(events).toMatchObject({ accepted_count: 1, refused: [] });
  expect((await sent(shopServer, removeItems, `{"ids":[${ids[0]}]}`)).items).toMatchObject([{ id: ids[0], outcome: 'removed' }]);
  expect((await Promise.all(ids.map(read))).map((item) => item?.['id'])).toEqual([undefined, ...ids.slice(1)]);
});
