import { beforeAll, describe, expect, test } from 'vitest';
import {
  listFields,
  makeFrontName,
  makeUnique,
  inputOf,
  updateField,
  readFieldValues,
  listSchemaTypes,
  addField,
} from '#features/data/schema/schema.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { readDocument } from '#features/developer/documents/documents.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { recreate } from '#testing/shop-calls.ts';
import { type SchemaOwner, schemaShops } from '#testing/schema-shops.ts';
import { readCollection } from '#features/data/collections/collections.contract.ts';

const { server, shop, fieldNamed, change, waiting } = await schemaShops();

const front = async (owner: SchemaOwner, q: string, more: object = {}) =>
  (await server.call({}, frontSearch, { token: owner.project, q, ...more })).data!;
const complete = async (owner: SchemaOwner, q: string) =>
  (await server.call({}, frontAutocomplete, { token: owner.project, q })).data!;

describe('a flag', () => {
  test('front_name: its value is the name of items wherever they are found', async () => {
    const owner = await shop();
    const code = await fieldNamed(owner, 'product_code');
    expect((await server.call(owner, makeFrontName, { id: code.id })).data).toMatchObject({ front_name: '1', waits: false });
    expect(await fieldNamed(owner, 'name')).toMatchObject({ front_name: '0' });
    const { items } = await front(owner, 'garden spade');
    expect(items[0]!['name']).toBe(items[0]!['product_code']);
    const { data: tested } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'garden spade' });
    expect(tested!.items[0]!['name']).toBe(items[0]!['product_code']);
    expect((await complete(owner, 'garden sp')).items[0]!['name']).toMatch(/^ZA-/);
  });

  test('archive: it is no filter, facet or order, and its words find nothing; shops never get it, while the owner still sees it', async () => {
    const owner = await shop();
    const word = 'compacted ';
    expect((await front(owner, word)).total_count).toBeGreaterThan(0);
    expect((await complete(owner, 'compac')).suggestions.map(({ text }) => text)).toContain('compacted');
    expect(await change(owner, 'description', { archive: true })).toMatchObject({ archive: true, waits: false });
    const brand = String((await front(owner, '')).items[0]!['brand']);
    expect((await front(owner, '', { filters: JSON.stringify({ brand }) })).total_count).toBeGreaterThan(0);
    await change(owner, 'brand', { archive: true });
    const found = await front(owner, word);
    expect(found.is_relaxed || found.corrected_query !== null || found.total_count === 0).toBe(true);
    const { items, facets } = await front(owner, 'garden spade', { facets: 'brand,color' });
    expect(items[0]).not.toHaveProperty('description');
    expect(items[0]).not.toHaveProperty('brand');
    expect(facets.map(({ field }) => field)).toEqual(['color']);
    expect((await front(owner, '', { filters: JSON.stringify({ brand }) })).total_count).toBe(0);
    expect((await front(owner, '', { filters: '{"brand":{"from":0}}' })).total_count).toBe(0);
    const order = async (sort: string) => (await front(owner, '', { sort })).items.map(({ id }) => id);
    expect(await order('brand:desc')).toEqual(await order(''));
    const { highlights } = await front(owner, 'garden spade', { highlight: '1' });
    expect(JSON.stringify(highlights)).not.toMatch(/"(?:brand|description)"/);
    expect((await complete(owner, 'garden spade')).items[0]).not.toHaveProperty('description');
    expect((await complete(owner, 'compact')).suggestions).toEqual([]);
    // The tester shows what shops get, and the document of an item all that is known of it.
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'garden spade' });
    expect(data!.items[0]).not.toHaveProperty('description');
    const item_id = data!.items[0]!.id;
    const { data: document } = await server.call(owner, readDocument, { id: owner.collectionId, item_id });
    expect(document!.fields).toHaveProperty('description');
    const kinds = async (kind: 'facets' | 'searched') =>
      (await server.call(owner, listFields, { c: owner.collectionId, kind, per_page: 100 })).data!.items.map(({ name }) => name);
    expect([...(await kinds('facets')), ...(await kinds('searched'))]).not.toContain('brand');
  });

  test('autocomplete: words of other fields are not completed, though a search finds them', async () => {
    const owner = await shop();
    const texts = async () => (await complete(owner, 'compac')).suggestions.map(({ text }) => text);
    expect(await texts()).toContain('compacted');
    expect(await change(owner, 'description', { autocomplete: false })).toMatchObject({ autocomplete: false, waits: false });
    expect(await texts()).not.toContain('compacted');
    expect((await complete(owner, 'compacted ')).total_count).toBe(0);
    expect((await front(owner, 'compacted ')).total_count).toBeGreaterThan(0);
    const { suggestions } = await complete(owner, 'garden spad');
    expect(suggestions.map(({ text }) => text)).toContain('garden spade');
    expect(suggestions.every(({ item_count: count }) => count > 0)).toBe(true);
  });

  test('one_key: items with the same value are variants of one, and one field alone has it', async () => {
    const owner = await shop();
    await change(owner, 'brand', { one_key: '1' });
    expect(await fieldNamed(owner, 'item_group')).toMatchObject({ one_key: '0' });
    expect(await waiting(owner)).toBe(1);
    await recreate(server, owner, owner.collectionId);
    const { items, total_count: count } = await front(owner, '', { per_page: 100 });
    const brands = items.map(({ brand }) => brand);
    expect(new Set(brands).size).toBe(brands.length);
    expect(count).toBeLessThan(200);
    expect(items[0]!.variant_count).toBeGreaterThan(1);
  });

  test('a type that waits is also done with by an import', async () => {
    const owner = await shop();
    await change(owner, 'popularity', { type: 'float' });
    await server.call(owner, reloadFeed, { id: owner.feedId });
    await server.imported(owner, owner.feedId);
    expect(await fieldNamed(owner, 'popularity')).toMatchObject({ type: 'float', temp_type: null, waits: false });
  });

  test('unique_field: the next import tells items apart by it, and there is always one', async () => {
    const owner = await shop();
    const ean = await fieldNamed(owner, 'ean');
    expect((await server.call(owner, makeUnique, { id: ean.id })).data).toMatchObject({ unique_field: '1' });
    expect(await fieldNamed(owner, 'id')).toMatchObject({ unique_field: '0' });
    expect((await server.call(owner, readFeed, { id: owner.feedId })).data).toMatchObject({ need_import: true });
    await server.call(owner, reloadFeed, { id: owner.feedId });
    await server.imported(owner, owner.feedId);
    const { items } = await front(owner, 'garden spade');
    expect(items[0]!.id).toBe(items[0]!['ean']);
    await change(owner, 'ean', { unique_field: '0' });
    const id = await fieldNamed(owner, 'id');
    expect(id).toMatchObject({ unique_field: '1' });
    const refused = await server.call(owner, updateField, { ...inputOf(id), unique_field: false, id: id.id });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'unique_field', code: 'uniqueNeeded' }] });
  });
});

describe('changes that wait for a rebuild', () => {
  let owner: SchemaOwner;
  const filtered = async (filters: object) => (await front(owner, '', { filters: JSON.stringify(filters) })).total_count;
  const valuesOf = async (field: string) =>
    (await front(owner, '', { facets: field })).facets.flatMap(({ values }) => values.map(({ value }) => value));

  beforeAll(async () => {
    owner = await shop();
    const waits = { waits: true };
    expect(await change(owner, 'color', { custom_data: '1', one_key: '1' })).toMatchObject({
      custom_data: '1',
      one_key: '0',
      ...waits,
    });
    expect(await change(owner, 'availability', { facet: false })).toMatchObject(waits);
    expect(await change(owner, 'category', { path: false })).toMatchObject(waits);
    const popularity = { type: 'integer', temp_type: 'text', ...waits };
    expect(await change(owner, 'popularity', { type: 'text' })).toMatchObject(popularity);
    expect(await waiting(owner)).toBe(4);
    for (const field of ['color', 'availability']) expect((await valuesOf(field)).length).toBeGreaterThan(1);
    expect(await filtered({ category: 'Garden' })).toBeGreaterThan(0);
    const collection = await recreate(server, owner, owner.collectionId);
    expect(collection.waiting_changes).toBe(0);
  });

  test('custom_data: it goes along with items, and nothing of it is indexed', async () => {
    expect(await fieldNamed(owner, 'color')).toMatchObject({ waits: false });
    expect((await front(owner, 'garden spade')).items[0]!['color']).toBeDefined();
    expect(await valuesOf('color')).toEqual([]);
    expect(await filtered({ color: 'green' })).toBe(0);
  });

  test('facet: its values are no longer counted', async () => {
    expect(await valuesOf('availability')).toEqual([]);
  });

  test('path: only a whole value counts', async () => {
    expect(await filtered({ category: 'Garden' })).toBe(0);
  });

  test('type: stores text values, and going back to text cancels a waiting change', async () => {
    expect(await fieldNamed(owner, 'popularity')).toMatchObject({ type: 'text', temp_type: null, waits: false });
    expect(typeof (await valuesOf('popularity'))[0]).toBe('string');
    await change(owner, 'popularity', { type: 'integer' });
    expect(await change(owner, 'popularity', { type: 'text' })).toMatchObject({ temp_type: null, waits: false });
  });

  test('facet: its values are counted again once it is rebuilt', async () => {
    expect(await change(owner, 'availability', { facet: true })).toMatchObject({ waits: true });
    expect(await valuesOf('availability')).toEqual([]);
    await recreate(server, owner, owner.collectionId);
    expect((await valuesOf('availability')).length).toBeGreaterThan(1);
  });
});

describe('the fields of a collection', () => {
  test('are listed with flags as callers know them, how often they are found, and by kind', async () => {
    const owner = await shop();
    expect(await fieldNamed(owner, 'id')).toMatchObject({ unique_field: '1', one_key: '0', front_name: '0', custom_data: '0' });
    const name = await fieldNamed(owner, 'name');
    expect(name).toMatchObject({ front_name: '1', searchable: true, facet: false, type: 'text', temp_type: null, waits: false });
    expect(await fieldNamed(owner, 'item_group')).toMatchObject({ one_key: '1' });
    const { item_count: itemCount, field_count: fieldCount } = (
      await server.call(owner, readCollection, { id: owner.collectionId })
    ).data!;
    expect(name.found_count).toBe(itemCount);
    const list = async (input: object) =>
      (await server.call(owner, listFields, { c: owner.collectionId, per_page: 100, ...input })).data!;
    expect((await list({})).total_count).toBe(fieldCount);
    expect((await list({ kind: 'facets' })).items.every(({ facet }) => facet)).toBe(true);
    expect((await list({ kind: 'custom' })).total_count).toBe(0);
    const byCount = (await list({ sort: 'found_count', order: 'desc' })).items.map(({ found_count: count }) => count ?? 0);
    expect(byCount).toEqual([...byCount].sort((a, b) => b - a));
    expect((await list({ search: 'PRÍCE' })).items.map(({ name: one }) => one)).toContain('price');
    expect((await server.call(owner, listSchemaTypes, {})).data).toContainEqual({ key: 'text', value: 'Text/keyword' });
  });

  test('can be told by their values, counted where they are facets and looked at where they are not', async () => {
    const owner = await shop();
    const values = async (field_name: string, q = '') =>
      (await server.call(owner, readFieldValues, { collection_id: owner.collectionId, field_name, q })).data!;
    const brands = await values('brand');
    expect(brands).toMatchObject({ is_part: false });
    const [first] = brands.values;
    expect((await front(owner, '', { filters: JSON.stringify({ brand: first!.value }) })).total_count).toBeLessThanOrEqual(
      first!.count,
    );
    const typed = await values('brand', String(first!.value).slice(0, 3).toUpperCase());
    expect(typed.values.map(({ value }) => value)).toContain(first!.value);
    expect((await values('ean', '2990000000019')).values).toEqual([{ value: '2990000000019', count: 1 }]);
    expect((await server.call(owner, readFieldValues, { collection_id: owner.collectionId, field_name: 'a/b?c' })).status).toBe(
      404,
    );
  });

  test('keep flags that another tab has changed', async () => {
    const owner = await shop();
    const before = await fieldNamed(owner, 'brand');
    await server.call(owner, updateField, { id: before.id, archive: true });
    const { data } = await server.call(owner, updateField, { id: before.id, autocomplete: false });
    expect(data).toEqual({ ...before, archive: true, autocomplete: false });
    const refused = await server.call(owner, updateField, { id: before.id, type: 'boat' as 'text' });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'type' }] });
  });

  test('are added by hand before any item has them', async () => {
    const owner = await shop();
    const input = { collection_id: owner.collectionId, name: 'season', type: 'text' } as const;
    const { data: added } = await server.call(owner, addField, input);
    expect(added).toMatchObject({ name: 'season', found_count: null, custom_data: '0' });
    expect(await server.call(owner, addField, input)).toMatchObject({ status: 409, errors: [{ field: 'name' }] });
  });
});
