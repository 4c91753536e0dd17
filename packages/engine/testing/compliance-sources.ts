import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { GenerationBuild, ItemChange, SearchEngine } from '#engine/port.ts';
import { group, layout, planOf } from './catalogue.ts';
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
    const told = await publishSource(engineNow(), 1, [itemOf('a', 'again'), itemOf('e', 'one')]);
    expect(told).toEqual({ gone: ['b'], taken: ['c', 'd'] });
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
