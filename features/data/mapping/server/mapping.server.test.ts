import { describe, expect, test } from 'vitest';
import type { FieldRule } from '#contract/values/field-kind.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { readProject, updateProject } from '#features/owner/projects/projects.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { previewMapping, readMapping, saveMapping } from '#features/data/mapping/mapping.contract.ts';

const { server, host, shop } = await sharedFeedShops();

const rule = (to: string, from: string[], rest: Partial<FieldRule> = {}) => ({ to, how: 'first', from, ...rest }) as const;
const chairs = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `c${index}`,
      headline: `Chair number ${index}`,
      name: `C-${index}`,
      price: 10_000 + index,
      workshop: 'Sitwell',
      tags: 'oak|new',
      picture: `https://chairs.example/${index}.jpg`,
    }),
  ).join('\n');

async function chairShop() {
  const feed = await shop(host.put(`/chairs-${Math.random()}.ndjson`, chairs(60)));
  await server.imported(feed.actor, feed.feedId);
  return feed;
}

describe('the mapping of a feed', () => {
  test('shows the fields of the feed with samples, and where item fields come from', async () => {
    const { actor, feedId: id } = await chairShop();
    const { data } = await server.call(actor, readMapping, { id });
    expect(data).toMatchObject({ sample_count: 60, rules: [] });
    expect(data!.feed_fields).toContainEqual({ name: 'price', samples: ['10000', '10001', '10002'] });
    const { data: preview } = await server.call(actor, previewMapping, { id, rules: [rule('name', ['headline'])] });
    const fields = new Map(preview!.fields.map((field) => [field.name, field]));
    expect(fields.get('name')).toMatchObject({ sources: ['headline'], reason: 'owner' });
    expect(fields.get('image')).toMatchObject({ sources: ['picture'], reason: 'feedName' });
    expect(fields.get('brand')).toMatchObject({ sources: [], reason: '' });
    expect(fields.get('workshop')).toMatchObject({ sources: ['workshop'], reason: 'ownName' });
  });

  test('stays when the values of the feed change, and changes with its fields, which is reported', async () => {
    const path = `/chairs-${Math.random()}.ndjson`;
    const { actor, feedId: id } = await shop(host.put(path, chairs(60)));
    await server.imported(actor, id);
    const nameless = chairs(60).replaceAll(/"C-\d+"/g, '"C"');
    const again = async (text: string) => {
      host.put(path, text);
      await server.call(actor, reloadFeed, { id });
      const { last_import: last, mapping } = await server.imported(actor, id);
      return { name: mapping['name'], brand: mapping['workshop'], warnings: last!.warnings.map(({ code }) => code) };
    };
    const before = (await server.call(actor, readFeed, { id })).data!.mapping;
    const { name, warnings } = await again(nameless);
    expect([before['name'], name, warnings.includes('mappingChanged')]).toEqual(['name', 'name', false]);
    expect(await again(nameless.replaceAll('"workshop"', '"brand"'))).toMatchObject({
      name: 'name',
      warnings: expect.arrayContaining(['mappingChanged']),
    });
  });

  test('skips as many items in its preview as in the import, and shows prices in the currency of the project', async () => {
    const [first = '', second = ''] = chairs(2).split('\n');
    const feed = host.put(`/chairs-${Math.random()}.ndjson`, [first, second, first, second].join('\n'));
    const { actor, feedId: id, projectId, collectionId: c } = await shop(feed);
    const { data: project } = await server.call(actor, readProject, { id: projectId });
    await server.call(actor, updateProject, { ...project!, language: 'en', currency: 'EUR' });
    await server.imported(actor, id);
    await server.call(actor, reloadFeed, { id });
    const { last_import: last } = await server.imported(actor, id);
    const { data: preview } = await server.call(actor, previewMapping, { id, rules: [] });
    expect([last!.error_count, preview!.bad_count]).toEqual([2, 2]);
    expect(preview!.problems).toContainEqual({ field: 'id', reason: 'duplicateItem', count: 2 });
    expect(preview!.items.map(({ fields }) => fields['currency'])).toEqual(['EUR', 'EUR']);
    expect((await server.call(actor, testQuery, { c, q: 'c-1' })).data!.items[0]).toMatchObject({
      price: 10_001,
      currency: 'EUR',
    });
  });

  test('is previewed with changes that are not saved', async () => {
    const { actor, feedId: id } = await chairShop();
    const rules = [
      rule('name', ['headline']),
      rule('brand', ['workshop']),
      rule('price', ['price'], { reads_as: 'cents' }),
      rule('labels', ['tags'], { split_by: '|' }),
      { to: 'image', how: 'none' } as const,
      { to: 'picture', how: 'none' } as const,
    ];
    const { data } = await server.call(actor, previewMapping, { id, rules });
    expect(data!.items.map((item) => item.id)).toEqual(['c0', 'c30', 'c59']);
    expect(data!.items[1]!.fields).toEqual({
      name: 'Chair number 30',
      brand: 'Sitwell',
      price: 100.3,
      labels: ['oak', 'new'],
      feed_name: 'C-30',
    });
    expect(data).toMatchObject({ bad_count: 0, sample_count: 60, problems: [] });
    const spoilt = await server.call(actor, previewMapping, { id, rules: [rule('id', ['absent'])] });
    expect(spoilt.data).toMatchObject({ items: [], bad_count: 60, problems: [{ field: 'id', reason: 'missingId', count: 60 }] });
    expect((await server.call(actor, readMapping, { id })).data!.rules).toEqual([]);
    expect((await server.call(actor, readFeed, { id })).data!.need_import).toBe(false);
  });

  test('is used by the next import once it is saved, and by all after it, until it is reset', async () => {
    const { actor, feedId: id, collectionId: c } = await chairShop();
    const first = async () => (await server.call(actor, testQuery, { c, q: 'c-7' })).data!.items[0];
    const again = async () => {
      await server.call(actor, reloadFeed, { id });
      return (await server.imported(actor, id)).last_import;
    };
    expect(await first()).toMatchObject({ name: 'C-7', price: 10_007 });
    const rules = [rule('price', ['price'], { reads_as: 'cents' as const }), { to: 'workshop', how: 'none' } as const];
    await server.call(actor, saveMapping, { id, rules });
    // A second tab that hasn't seen them.
    const saved = await server.call(actor, saveMapping, { id, rules: [rule('name', ['headline', 'name'])] });
    expect(saved.data!.rules.map(({ to }) => to)).toEqual(['price', 'workshop', 'name']);
    expect((await server.call(actor, readFeed, { id })).data!.need_import).toBe(true);
    for (const _round of [1, 2]) {
      expect(await again()).toMatchObject({ state: 'done', imported_count: 60 });
      const item = (await server.call(actor, testQuery, { c, q: 'chair number 7' })).data!.items[0];
      expect(item).toMatchObject({ id: 'c7', name: 'Chair number 7', price: 100.07 });
      expect(item).not.toHaveProperty('workshop');
    }
    const feed = (await server.call(actor, readFeed, { id })).data!;
    expect(feed).toMatchObject({ need_import: false, mapping: { headline: 'name', workshop: '' } });

    const reset = await server.call(actor, saveMapping, { id, rules: [], removed: ['price', 'workshop', 'name'] });
    expect(reset.data!.rules).toEqual([]);
    expect((await server.call(actor, readFeed, { id })).data!.need_import).toBe(true);
    await again();
    expect(await first()).toMatchObject({ name: 'C-7', price: 10_007 });
  });

  test('saved as it was needs no import', async () => {
    const { actor, feedId: id } = await chairShop();
    await server.call(actor, saveMapping, { id, rules: [] });
    expect((await server.call(actor, readFeed, { id })).data!.need_import).toBe(false);
  });

  test('refuses rules that make no sense', async () => {
    const { actor, feedId: id } = await chairShop();
    const save = async (...rules: unknown[]) => (await server.call(actor, saveMapping, { id, rules: rules as never })).status;
    expect(await save(rule('name', []))).toBe(422);
    expect(await save(rule('na me', ['a']))).toBe(422);
    expect(
      await save(
        rule(
          'name',
          Array.from({ length: 21 }, (_, index) => `f${index}`),
        ),
      ),
    ).toBe(422);
    expect(await save({ to: 'name', how: 'guess' })).toBe(422);
    expect(await save(rule('__proto__', ['name'])), 'a name that objects have').toBe(200);
    expect((await server.call(actor, previewMapping, { id, rules: [rule('__proto__', ['name'])] })).status).toBe(200);
  });

  test('is shown by records of a bounded size', async () => {
    const long = Array.from({ length: 500 }, (_, index) =>
      JSON.stringify({ id: `${index}\0`, 'na\0me': 'x', description: 'y'.repeat(5000) }),
    );
    const { actor, feedId: id } = await shop(host.put('/long.ndjson', long.join('\n')));
    await server.imported(actor, id);
    const { data } = await server.call(actor, readMapping, { id });
    expect(data!.sample_count).toBeGreaterThan(50);
    expect(data!.sample_count).toBeLessThan(200);
    const row = await server.app.db
      .selectFrom('feed_sample')
      .select('records')
      .where('feed_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Buffer.byteLength(row.records)).toBeLessThan(300 * 1024);
  });
});
