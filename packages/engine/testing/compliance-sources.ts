import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { GenerationBuild, ItemChange, SearchEngine, CollectionLayout, FieldLayout } from '#engine/port.ts';
import { group, layout, planOf, catalogue, publishItems, searchedFields } from './catalogue.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const collection = 'sourced';
const itemOf = (id: string, word: string, price = 1): Item => ({ id, fields: { name: `lamp ${word}`, price } });

/** Builds what a source brings, and publishes it unless told otherwise. Answers the own items that did not come again. */
export async function publishSource(
  engine: SearchEngine,
  source: number,
  items: readonly Item[],
  meanwhile: (build: GenerationBuild) => Promise<void> = () => Promise.resolve(),
  name = collection,
): Promise<{ readonly gone: string[]; readonly taken: string[] }> {
  const build = await engine.build(name, layout, source);
  await build.add(items);
  const [gone, taken]: [string[], string[]] = [[], []];
  await build.carryOver({
    gone: (some) => gone.push(...some.map(({ id }) => id)),
    taken: (some) => taken.push(...some.map(({ id }) => id)),
  });
  await meanwhile(build);
  await build.finish();
  await engine.publish(name, build.generation);
  return { gone: gone.sort(), taken: taken.sort() };
}

/** The part of the duties that is about items of several sources. */
export function sourceDuties(engineNow: () => SearchEngine, reopen: () => Promise<void>): void {
  /** What is found: source, name and price by id. */
  const found = async (): Promise<Record<string, readonly unknown[]>> => {
    const { hits } = await engineNow().search(collection, planOf([group('lamp')], { size: 5_000 }));
    const rows = hits.map(({ id, item }) => [id, [item.source, item.fields['name'], item.fields['price']]] as const);
    return Object.fromEntries(rows);
  };
  const change = (...changes: readonly ItemChange[]) => engineNow().change(collection, changes);

  it('rebuilds the items of one source and leaves those of others', async () => {
    await publishSource(engineNow(), 1, [itemOf('a', 'one'), itemOf('b', 'one')]);
    await publishSource(engineNow(), 2, [itemOf('c', 'two')]);
    await change({ kind: 'put', item: itemOf('d', 'own') });
    const carried = await publishSource(engineNow(), 1, [itemOf('a', 'again'), itemOf('e', 'one')]);
    expect(carried).toEqual({ gone: ['b'], taken: ['c', 'd'] });
    const expected = { a: [1, 'lamp again', 1], c: [2, 'lamp two', 1], d: [undefined, 'lamp own', 1], e: [1, 'lamp one', 1] };
    expect(await found()).toEqual(expected);
    const [c, d] = (await engineNow().items(collection, ['c', 'd'])).map(plainItem);
    expect([c, d]).toEqual([{ ...itemOf('c', 'two'), source: 2 }, itemOf('d', 'own')]);
    expect((await engineNow().search(collection, planOf([group('two')]))).hits.map(({ id }) => id)).toEqual(['c']);
    await reopen();
    expect(await found()).toEqual(expected);
    await engineNow().drop(collection);
  });

  it('tells what was live when the build of a source began, and gives it what it brings', async () => {
    await publishSource(engineNow(), 1, [itemOf('a', 'one')]);
    await change({ kind: 'put', item: itemOf('b', 'own') }, { kind: 'patch', id: 'a', fields: { price: 5 } });
    await publishSource(engineNow(), 2, [itemOf('b', 'two')], async (build) => {
      await change({ kind: 'remove', id: 'b' }, { kind: 'put', item: itemOf('b', 'later') });
      const standing = await build.standing(['a', 'b', 'nobody']);
      expect(standing.get('a')).toMatchObject({ source: 1, fields: { price: 5 } });
      if (standing.get('b')?.fields['name'] === 'lamp own') expect(standing.get('b')?.source).toBeUndefined();
      expect(standing.has('nobody')).toBe(false);
    });
    // What came by itself last is the newest; the next build takes it over.
    expect((await found())['b']).toEqual([undefined, 'lamp later', 1]);
    await publishSource(engineNow(), 2, [itemOf('b', 'two')]);
    expect((await found())['b']).toEqual([2, 'lamp two', 1]);
    await engineNow().drop(collection);
  });

  it('keeps every change that was made while a source was built', async () => {
    const first = ['patched', 'removed', 'replaced', 'dropped', 'left'].map((id) => itemOf(id, 'old'));
    await publishSource(engineNow(), 1, first);
    await publishSource(
      engineNow(),
      2,
      ['other', 'otherGone'].map((id) => itemOf(id, 'other')),
    );
    const again = ['patched', 'removed', 'replaced', 'left'].map((id) => itemOf(id, 'new', 2));
    await publishSource(engineNow(), 1, again, () =>
      change(
        { kind: 'patch', id: 'patched', fields: { price: 7 } },
        { kind: 'patch', id: 'dropped', fields: { price: 7 } },
        { kind: 'patch', id: 'other', fields: { price: 7 } },
        { kind: 'remove', id: 'removed' },
        { kind: 'remove', id: 'otherGone' },
        { kind: 'put', item: itemOf('replaced', 'own') },
        { kind: 'put', item: itemOf('added', 'own') },
      ).then(() => undefined),
    );
    const expected = {
      added: [undefined, 'lamp own', 1],
      left: [1, 'lamp new', 2],
      other: [2, 'lamp other', 7],
      patched: [1, 'lamp new', 7],
      replaced: [undefined, 'lamp own', 1],
    };
    expect(await found()).toEqual(expected);
    await reopen();
    expect(await found()).toEqual(expected);
    expect((await engineNow().status(collection))?.itemCount).toBe(5);
    await engineNow().drop(collection);
  });

  it('brings together sources that were built at the same time, and first ones, too', async () => {
    const both = await Promise.all([1, 2].map((source) => engineNow().build(collection, layout, source)));
    for (const [at, build] of both.entries()) {
      await build.add([itemOf(`only${at + 1}`, 'first'), itemOf('both', `of${at + 1}`)]);
      await build.carryOver();
      await build.finish();
    }
    // Whoever publishes first has the item that both bring.
    for (const build of both) await engineNow().publish(collection, build.generation);
    expect(await found()).toEqual({
      both: [1, 'lamp of1', 1],
      only1: [1, 'lamp first', 1],
      only2: [2, 'lamp first', 1],
    });
    await publishSource(engineNow(), 2, [itemOf('only2', 'second')], async () => {
      await publishSource(engineNow(), 1, [itemOf('only1', 'second'), itemOf('late', 'second')]);
      await publishSource(engineNow(), 3, [itemOf('third', 'second')]);
    });
    expect(await found()).toEqual({
      late: [1, 'lamp second', 1],
      only1: [1, 'lamp second', 1],
      only2: [2, 'lamp second', 1],
      third: [3, 'lamp second', 1],
    });
    await engineNow().drop(collection);
  });

  it('keeps what a source has built, and nobody has published yet, while others publish and after a restart', async () => {
    await publishSource(engineNow(), 1, [itemOf('a', 'first')]);
    const held = await engineNow().build(collection, layout, 1);
    await held.add([itemOf('a', 'held')]);
    await held.carryOver();
    await held.finish();
    for (const word of ['one', 'two', 'three']) await publishSource(engineNow(), 2, [itemOf('b', word)]);
    await reopen();
    expect((await found())['a']).toEqual([1, 'lamp first', 1]);
    await engineNow().publish(collection, held.generation);
    expect(await found()).toEqual({ a: [1, 'lamp held', 1], b: [2, 'lamp three', 1] });
    await engineNow().drop(collection);
  });

  it('lists the ids of a source in pages, and removes them only while they are its own', async () => {
    const many = Array.from({ length: 2_300 }, (_, at) => itemOf(`many-${at}`, 'many'));
    await publishSource(engineNow(), 1, [itemOf('other', 'one')]);
    await publishSource(engineNow(), 2, many);
    await change({ kind: 'patch', id: 'many-7', fields: { name: 'lamp words' } }, { kind: 'put', item: itemOf('many-8', 'own') });
    let after: string | null = null;
    const listed = new Set<string>();
    do {
      const page: Awaited<ReturnType<SearchEngine['idsOfSource']>> = await engineNow().idsOfSource(collection, 2, after);
      for (const id of page.ids) listed.add(id);
      await change(...page.ids.map((id) => ({ kind: 'remove', id, source: 2 }) as const));
      after = page.next;
    } while (after !== null);
    for (const { id } of many) expect(listed.has(id) || id === 'many-8', id).toBe(true);
    expect(Object.keys(await found()).sort()).toEqual(['many-8', 'other']);
    await engineNow().drop(collection);
  });
}

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

  it('keeps the newer items when a recreate is cut off or overtaken by an import', async () => {
    const engine = engineNow();
    await expect(engine.recreate('never', layout)).rejects.toThrow('no live generation');
    await publishItems(engine, 'late', [...catalogue(500)]);
    const abort = new AbortController();
    const cut = engine.recreate('late', withNote, { signal: abort.signal });
    abort.abort(new Error('cut off'));
    await expect(cut).rejects.toThrow('cut off');
    const late = engine.recreate('late', withNote);
    const ended = late.then(
      ({ generation }) => generation,
      ({ message }: Error) => message,
    );
    const newer = await publishItems(engine, 'late', [...catalogue(40)]);
    // An engine fails it, or builds it from the newer items.
    const outcome = await ended;
    const isOvertaken = outcome.includes('not live any more');
    expect(await engine.status('late')).toMatchObject({ generation: isOvertaken ? newer : outcome, itemCount: 40 });
    await engine.change('late', [{ kind: 'remove', id: 'item-1' }]);
    expect((await engine.status('late'))?.itemCount).toBe(39);
    await engine.drop('late');
  });
}
