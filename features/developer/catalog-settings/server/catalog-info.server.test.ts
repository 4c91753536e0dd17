import { beforeAll, expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { type FeedShops, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import {
  downloadCatalogInfo,
  openCatalogDownload,
  readCatalogInfo,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { catalogTickets } from './catalog-settings.server.ts';

const kettle = (at: number) => ({
  id: `k${at}`,
  name: `Kettle ${at}`,
  category: 'Kitchen > Kettles',
  price: 10 + at,
  availability: at === 0 ? 'out of stock' : 'in stock',
});
const items = [
  ...Array.from({ length: 20 }, (_, at) => kettle(at)),
  { id: 'bare', name: 'Bare kettle', category: 'Kitchen > Kettles > Glass', availability: 'in stock' },
  { id: 'both', name: 'Grill', category: ['Kitchen > Grills', 'Garden > Grills'], price: 5, availability: 'in stock' },
  { id: 'formula', name: 'Odd', category: '=1+1', price: 3, availability: 'preorder' },
  { id: 'none', name: 'Voucher', price: 1, availability: 'in stock' },
];

const shops = await sharedFeedShops();
let owner: Awaited<ReturnType<FeedShops['shop']>>;
let c: number;
beforeAll(async () => {
  const ndjson = items.map((item) => JSON.stringify(item)).join('\n');
  owner = await shops.shop(shops.host.put('/shop.ndjson', ndjson, 'application/x-ndjson'));
  await shops.server.imported(owner.actor, owner.feedId);
  c = owner.collectionId;
});

const info = async () => (await shops.server.call(owner.actor, readCatalogInfo, { c })).data!;

test('each category is told with its items and what they have, those below it included', async () => {
  const { categories, ...others } = await info();
  expect(others).toEqual({ path_field: 'category', item_count: 24, without_category: 1 });
  expect(categories.map((one) => [one.path, one.item_count, one.with_price, one.in_stock])).toEqual([
    ['=1+1', 1, 1, 0],
    ['Garden', 1, 1, 1],
    ['Garden > Grills', 1, 1, 1],
    // An item that is in two categories below one counts once in it.
    ['Kitchen', 22, 21, 21],
    ['Kitchen > Grills', 1, 1, 1],
    ['Kitchen > Kettles', 21, 20, 20],
    ['Kitchen > Kettles > Glass', 1, 0, 1],
  ]);
});

test('a collection without items, or of somebody else, has no categories to tell', async () => {
  const { data: empty } = await shops.server.call(owner.actor, createCollection, { name: 'Empty' });
  expect((await shops.server.call(owner.actor, readCatalogInfo, { c: empty!.id })).data).toMatchObject({ categories: [] });
  const stranger = await shops.server.signUp('stranger@catalog-info.example');
  const theirs = await shops.shop(shops.host.put('/other.ndjson', '{"id":"1","name":"Boat"}', 'application/x-ndjson'));
  expect((await shops.server.call({ ...stranger, project: theirs.actor.project! }, readCatalogInfo, { c })).status).not.toBe(200);
  expect((await shops.server.call(theirs.actor, openCatalogDownload, { c })).status).toBe(404);
});

test('the link to the file works once, for anyone who has it, and formulas in it do nothing', async () => {
  const { data } = await shops.server.call(owner.actor, openCatalogDownload, { c });
  expect(data).toMatchObject({ seconds: 60, address: expect.stringContaining('/catalog-info/download?ticket=') });
  const fetched = await shops.server.app.http.inject(data!.address);
  expect(fetched.statusCode).toBe(200);
  expect(fetched.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(fetched.headers['content-disposition']).toBe('attachment; filename="products-categories.csv"');
  const lines = fetched.body.replace('\ufeff', '').split('\r\n');
  expect(lines[0]).toBe('path,items,with_price,in_stock');
  expect(lines[1]).toBe("'=1+1,1,1,0");
  expect(lines).toContain('Kitchen > Kettles,21,20,20');
  const again = await shops.server.app.http.inject(data!.address);
  expect(again).toMatchObject({ statusCode: 404 });
  expect(again.json()).toMatchObject({ err: 1, errors: [{ code: 'linkNotValid' }] });
});

test('a link that is over, or that nobody opened, opens nothing', async () => {
  const early = catalogTickets(shops.server.app, () => Date.now() - 61_000);
  const members = shops.server.app.db.selectFrom('member').select('user_id as id').where('project_id', '=', owner.projectId);
  const asker = { user: await members.executeTakeFirstOrThrow(), project: { token: owner.actor.project! } };
  const ticket = early.open(asker, { id: owner.projectId, collectionId: c });
  for (const wrong of [ticket, 'sealed~1~AAAA', '', shops.server.app.sealing.seal('{"project":1}')])
    expect((await shops.server.call({}, downloadCatalogInfo, { ticket: wrong })).status).toBe(404);
  const tickets = catalogTickets(shops.server.app);
  const twice = tickets.open(asker, { id: owner.projectId, collectionId: c });
  const taken = await Promise.allSettled(Array.from({ length: 5 }, () => tickets.take(twice)));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
