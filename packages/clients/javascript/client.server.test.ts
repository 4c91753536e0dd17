import { describe, expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import type { AisleError } from './send.ts';
import { createClient } from './client.ts';

interface Product {
  readonly name: string;
  readonly brand: string;
  readonly price: number;
}

const server = await sharedServer();
const owner = await server.shop();

const { origin } = server;
const aisle = createClient<Product>({ origin, token: owner.project });

describe('the client', () => {
  test('searches with filters, facets, sorting and highlights', async () => {
    const all = await aisle.search({ q: 'garden', facets: ['brand'], per_page: 3 });
    const brand = String(all.facets[0]!.values[0]!.value);
    const one = await aisle.search({
      q: 'garden',
      filters: { brand: [brand], price: { from: 1 } },
      facets: ['brand', 'price'],
      narrowing: ['brand', 'price'],
      sort: 'price:asc',
      highlight: true,
    });
    expect(one.items.length).toBeGreaterThan(0);
    expect(new Set(one.items.map((item) => item.brand))).toEqual(new Set([brand]));
    const prices = one.items.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(one.facets[0]!.values).toEqual([{ value: brand, count: one.total_count }]);
    expect(one.facets[1]!.min).toBe(prices[0]);
    expect(Object.keys(one.highlights!)).toEqual(one.items.map(({ id }) => id));
  });

  test('goes on to the next page', async () => {
    const pages = await Promise.all([1, 2].map((page) => aisle.search({ q: 'garden', page, per_page: 4 })));
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(8);
  });

  test('completes what is typed', async () => {
    const { suggestions, items } = await aisle.autocomplete({ q: 'gard', limit: 3 });
    expect(suggestions.map(({ text }) => text)).toContain('Garden');
    expect(items).toHaveLength(3);
  });

  test('asks several things at once, of which one may fail', async () => {
    const { results } = await aisle.multi({
      searches: [
        { q: 'garden', per_page: 2, highlight: true },
        { q: 'garden', collection: 'Boats' },
        { filters: { price: { to: 5 } } },
      ],
    });
    const [garden, boats, cheap] = results;
    expect(garden!.data!.items).toHaveLength(2);
    expect(garden!.data!.highlights).toBeDefined();
    expect(boats).toMatchObject({ data: null, error: { code: 'notFound' } });
    expect(cheap!.data!.items.every(({ price }) => price <= 5)).toBe(true);
  });

  test('goes through categories', async () => {
    const { categories } = await aisle.catalog();
    const [first] = categories;
    const below = await aisle.catalog({ path: first!.path, per_page: 1, facets: ['brand'], sort: 'price:desc' });
    expect(below).toMatchObject({ total_count: first!.count, breadcrumbs: [{ name: first!.name, path: first!.path }] });
    expect(below.facets.map(({ field }) => field)).toEqual(['brand']);
  });

  test('reads an item, and finds some like it', async () => {
    const { items } = await aisle.search({ q: 'garden glove', per_page: 1 });
    const { id, name } = items[0]!;
    const { item } = await aisle.item({ id });
    expect(item).toMatchObject({ id, name });
    const similar = await aisle.similar({ id, limit: 3 });
    expect(similar.items).toHaveLength(3);
    expect(similar.items.map((one) => one.id)).not.toContain(id);
    await expect(aisle.item({ id: 'a/b ?#ö' })).rejects.toMatchObject({ code: 'notFound', status: 404 });
  });

  test('sends events, which make items trend', async () => {
    const { items, query_id } = await aisle.search({ q: 'garden', per_page: 2 });
    const [first, second] = items.map(({ id }) => id) as [string, string];
    const bought = {
      type: 'purchase',
      item_id: second,
      query_id,
      position: 2,
      quantity: 1,
      price: 9.9,
      currency: 'EUR',
    } as const;
    const answer = await aisle.events({
      events: [{ type: 'click', item_id: first }, { type: 'click', item_id: 'gone' }, bought],
    });
    expect(answer).toMatchObject({ accepted_count: 2, ignored_count: 0, refused: [{ index: 1, code: 'itemUnknown' }] });
    aisle.track({ type: 'cart', item_id: second, query_id });
    await aisle.flush();
    const events = server.app.db.selectFrom('shop_event').select(['type', 'item_id']).where('project_id', '=', owner.projectId);
    const stored = await events.orderBy('type').execute();
    expect(stored.map(({ type, item_id: id }) => [type, id])).toEqual([
      ['cart', second],
      ['click', first],
      ['purchase', second],
    ]);
    const trending = await aisle.trending({ limit: 2 });
    expect(trending.items.length).toBeLessThanOrEqual(2);
    expect(['events', 'ranking']).toContain(trending.basis);
  });

  test('says why tracked events are lost', async () => {
    const lost: unknown[] = [];
    const stranger = createClient({ origin, token: 'nobody', onLostEvents: (error) => lost.push(error) });
    stranger.track({ type: 'click', item_id: '1' });
    await stranger.flush();
    expect(lost).toMatchObject([{ code: 'projectTokenNotValid' }]);
  });

  test('says what the server says of a mistake', async () => {
    const tooDeep = aisle.search({ q: 'garden', page: 1000, per_page: 100 });
    await expect(tooDeep).rejects.toMatchObject({ name: 'AisleError', code: 'pageTooDeep', status: 422 });
    const stranger = createClient({ origin, token: 'nobody' });
    const error = await stranger.search({ q: 'x' }).catch((reason: AisleError) => reason);
    expect(error).toMatchObject({ code: 'projectTokenNotValid', status: 401, message: expect.stringContaining('token') });
  });
});
