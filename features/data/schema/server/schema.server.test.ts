import { describe, expect, test } from 'vitest';
import { listFields, readFieldValues, listSchemaTypes, addField, updateField } from '#features/data/schema/schema.contract.ts';
import { readCollection } from '#features/data/collections/collections.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { type SchemaOwner, schemaShops } from '#testing/schema-shops.ts';

const { server, shop, fieldNamed } = await schemaShops();

const front = async (owner: SchemaOwner, q: string, more: object = {}) =>
  (await server.call({}, frontSearch, { token: owner.project, q, ...more })).data!;

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
    expect(brands).toMatchObject({ is_part: false, looked_at_count: brands.item_count });
    expect(brands.distinct_count).toBeGreaterThan(brands.values.length - 1);
    const [first] = brands.values;
    expect((await front(owner, '', { filters: JSON.stringify({ brand: first!.value }) })).total_count).toBeLessThanOrEqual(
      first!.count,
    );
    const typed = await values('brand', String(first!.value).slice(0, 3).toUpperCase());
    expect(typed.values.map(({ value }) => value)).toContain(first!.value);
    expect((await values('ean')).distinct_count).toBe((await values('ean')).looked_at_count);
    expect((await values('ean', '2990000000019')).values).toEqual([{ value: '2990000000019', count: 1 }]);
    expect((await server.call(owner, readFieldValues, { collection_id: owner.collectionId, field_name: 'a/b?c' })).status).toBe(
      404,
    );
  });

  test('keep the flags that a change leaves out', async () => {
    const owner = await shop();
    const before = await fieldNamed(owner, 'brand');
    const { data } = await server.call(owner, updateField, { id: before.id, archive: true });
    expect(data).toEqual({ ...before, archive: true });
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
