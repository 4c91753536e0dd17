import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { CollectionLayout, FieldLayout, ItemChange, SearchEngine } from '#engine/port.ts';
import { catalogue, group, layout, planOf, publishItems, searchedFields } from './catalogue.ts';

const itemCount = 3_000;
const everything = planOf([], { size: 5_000 });

const changedField = (name: string, changes: Partial<FieldLayout>): CollectionLayout => ({
  ...layout,
  fields: layout.fields.map((field) => (field.name === name ? { ...field, ...changes } : field)),
});

const noteField = { name: 'note', weight: 1, wildcard: 0, phraseWeight: 0, fuzzy: false };
const withNote: CollectionLayout = {
  ...layout,
  fields: [...layout.fields, { name: 'note', type: 'text', searchable: true, stemmer: false, facet: true, path: false }],
};

async function found(engine: SearchEngine, collection: string): Promise<Record<string, Item['fields']>> {
  const { hits } = await engine.search(collection, everything);
  return Object.fromEntries(hits.map(({ id, item }) => [id, item.fields]));
}

/** The part of the duties that is about rebuilding a collection from its items. */
export function recreateDuties(engineNow: () => SearchEngine, reopen: () => Promise<void>): void {
  it('recreates a collection with another layout from its items, and goes back', async () => {
    const engine = engineNow();
    const items = [...catalogue(300, 8)].map((item): Item => ({ ...item, fields: { ...item.fields, note: 'zyxwv of old' } }));
    const before = await publishItems(engine, 'recreated', items);
    await engine.change('recreated', [
      { kind: 'patch', id: 'item-3', fields: { note: 'zyxwv of new' } },
      { kind: 'remove', id: 'item-4' },
    ]);
    const inNote = planOf([group('zyxwv')], { fields: [...searchedFields, noteField], facets: [{ field: 'note', limit: 5 }] });
    expect((await engine.search('recreated', inNote)).totalCount).toBe(0);
    const kept = await found(engine, 'recreated');

    const progress: [number, number][] = [];
    const status = await engine.recreate('recreated', withNote, { onProgress: (...counts) => progress.push(counts) });
    expect(status.itemCount).toBe(299);
    expect(await engine.status('recreated')).toMatchObject({ generation: status.generation, itemCount: 299 });
    for (const [builtCount, totalCount] of progress) expect(builtCount).toBeLessThanOrEqual(totalCount);
    const { totalCount, facets } = await engine.search('recreated', inNote);
    expect(totalCount).toBe(299);
    expect(facets[0]?.values).toEqual([
      { value: 'zyxwv of old', count: 298 },
      { value: 'zyxwv of new', count: 1 },
    ]);
    expect(await found(engine, 'recreated')).toEqual(kept);
    await reopen();
    expect(await found(engineNow(), 'recreated')).toEqual(kept);

    const generations = await engineNow().generations('recreated');
    expect(generations.map(({ generation, isLive }) => [generation, isLive])).toEqual([
      [status.generation, true],
      [before, false],
    ]);
    expect(generations.map(({ itemCount: count }) => count)).toEqual([299, 299]);
    expect(generations.map(({ layout: { fields } }) => fields.length)).toEqual([withNote.fields.length, layout.fields.length]);
    for (const { bytes, health, builtAt } of generations) {
      expect(bytes).toBeGreaterThan(10_000);
      expect(['good', 'degraded']).toContain(health);
      expect(Date.now() - builtAt).toBeLessThan(60_000);
    }
    expect(await engineNow().rollback('recreated')).toBe(before);
    expect(await found(engineNow(), 'recreated')).toEqual(kept);
    expect((await engineNow().generations('recreated'))[0]).toMatchObject({ generation: before, isLive: true });
    await engineNow().change('recreated', [{ kind: 'remove', id: 'item-5' }]);
    expect(Object.keys(await found(engineNow(), 'recreated'))).toHaveLength(298);
    await engineNow().drop('recreated');
  });

  it('keeps two generations however often a collection is recreated', async () => {
    const engine = engineNow();
    await publishItems(engine, 'often', [...catalogue(20)]);
    const held = await engine.build('often', layout);
    await held.add([...catalogue(3)]);
    await held.finish();
    const first = await engine.recreate('often', layout);
    const second = await engine.recreate('often', layout);
    expect((await engine.generations('often')).map(({ generation }) => generation)).toEqual([
      second.generation,
      first.generation,
    ]);
    // What somebody still has to decide about is nobody else's to remove.
    await engine.publish('often', held.generation);
    expect((await engine.status('often'))?.itemCount).toBe(3);
    await engine.drop('often');
    expect(await engine.generations('often')).toEqual([]);
  });

  it('loses nothing that is changed while it recreates', async () => {
    const engine = engineNow();
    await publishItems(engine, 'busy', [...catalogue(itemCount, 4)]);
    const known = await found(engine, 'busy');
    let isOver = false;
    const recreating = engine.recreate('busy', changedField('brand', { searchable: true })).finally(() => (isOver = true));
    recreating.catch(() => undefined);
    let round = 0;
    for (; !isOver; round += 1) {
      const [put, patched, removed] = [`fresh-${round}`, `item-${(round * 7) % 1000}`, `item-${1000 + (round % 2000)}`];
      const changes: ItemChange[] = [
        { kind: 'put', item: { id: put, fields: { name: `fresh ${round}` } } },
        { kind: 'patch', id: patched, fields: { price: round } },
        { kind: 'remove', id: removed },
      ];
      const outcomes = await engine.change('busy', changes);
      known[put] = { name: `fresh ${round}` };
      known[patched] = { ...known[patched], price: round };
      delete known[removed];
      expect(outcomes.slice(0, 1)).toEqual(['created']);
    }
    const { generation } = await recreating;
    expect(round).toBeGreaterThan(2);
    expect((await engine.status('busy'))?.generation).toBe(generation);
    expect(await found(engine, 'busy')).toEqual(known);
    await reopen();
    expect(await found(engineNow(), 'busy')).toEqual(known);
    await engineNow().drop('busy');
  });

  it('answers whole or with nothing while a collection is dropped', async () => {
    for (let round = 0; round < 3; round += 1) {
      await publishItems(engineNow(), 'dropped', [...catalogue(200)]);
      await engineNow().recreate('dropped', layout);
      await reopen();
      let isOver = false;
      const dropping = engineNow()
        .drop('dropped')
        .finally(() => (isOver = true));
      while (!isOver) {
        expect([0, 200]).toContain((await engineNow().search('dropped', everything)).totalCount);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await dropping;
      expect(await engineNow().status('dropped')).toBeNull();
    }
  });

  it('leaves what is live alone when a recreate is cut off or comes too late', async () => {
    const engine = engineNow();
    await expect(engine.recreate('never', layout)).rejects.toThrow('no live generation');
    await publishItems(engine, 'late', [...catalogue(500)]);
    const abort = new AbortController();
    const cut = engine.recreate('late', withNote, { signal: abort.signal });
    abort.abort(new Error('cut off'));
    await expect(cut).rejects.toThrow('cut off');
    const late = engine.recreate('late', withNote);
    late.catch(() => undefined);
    const newer = await publishItems(engine, 'late', [...catalogue(40)]);
    await expect(late).rejects.toThrow('not live any more');
    expect(await engine.status('late')).toMatchObject({ generation: newer, itemCount: 40 });
    await engine.change('late', [{ kind: 'remove', id: 'item-1' }]);
    expect((await engine.status('late'))?.itemCount).toBe(39);
    await engine.drop('late');
  });
}
