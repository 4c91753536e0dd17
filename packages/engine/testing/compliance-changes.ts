import { expect, it } from 'vitest';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine, SearchResult, TermCount } from '#engine/port.ts';
import { catalogue, group, planOf, publishItems, randomNumbers } from './catalogue.ts';
import { drawChanges } from './random-changes.ts';
import { randomPlans, summary } from './random-plans.ts';
import { explain, similarTerms, terms } from '#engine/testing/asks.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const everything = planOf([], { size: 5_000 });
const facets = [
  { field: 'brand', limit: 20 },
  { field: 'price', limit: 5 },
  { field: 'sizes', limit: 20 },
  { field: 'inStock', limit: 2 },
  { field: 'category', limit: 20 },
];
const cheapInStock: Plan['boosts'] = [
  { kind: 'value', field: 'inStock', anyOf: [true], factor: 1.5 },
  { kind: 'functional', field: 'price', curve: 'logarithmic', operation: 'multiply', factor: 0.2 },
];

/** `sets`: the engine has scores of its own, so only which items match is compared. */
export type Exactness = 'always' | 'sets';

/** Without scores and order. */
function withoutScores({ hits, ...others }: ReturnType<typeof summary>): object {
  return { ...others, hits: hits.map(({ id, promoted }) => `${id} ${promoted}`).sort() };
}

const rounds = 18;

/** The part of the duties that is about single items. */
export function changeDuties(exactness: Exactness, engineNow: () => SearchEngine, reopen: () => Promise<void>): void {
  it('answers after any changes as if the items had been imported that way', async () => {
    const isExact = exactness === 'always';
    const told = (result: SearchResult): object => (isExact ? summary(result) : withoutScores(summary(result)));
    const counted = (terms: readonly TermCount[]) => (isExact ? terms : terms.map(({ term }) => term).sort());
    // Which variant stands for its group, and who is on the first page, is decided by scores.
    const random = randomNumbers(21);
    const fresh = catalogue(5_000, 77);
    const known = new Map([...catalogue(600, 5)].map((item) => [item.id, item]));
    await publishItems(engineNow(), 'changed', [...known.values()]);
    for (let round = 0; round < rounds; round += 1) {
      await engineNow().change('changed', drawChanges(random, known, fresh));
      if (round % 10 === 7) await reopen();
      if (round % 6 !== 5) continue;
      await publishItems(engineNow(), 'imported', [...known.values()]);
      const plans = [everything, ...randomPlans(15, round + 1)];
      for (const plan of plans) {
        const boosts = plan.minimumMatch === 1 ? cheapInStock : [];
        const asked = { ...plan, facets, boosts, ...(isExact ? { collapse: plan.minimumMatch === 1 } : { size: 5_000 }) };
        const [changed, imported] = [await engineNow().search('changed', asked), await engineNow().search('imported', asked)];
        expect(told(changed)).toEqual(told(imported));
        for (const { id, item } of changed.hits) expect(plainItem(item)).toEqual(known.get(id));
      }
      const filters = [{ field: 'price', from: 10, to: 500 }];
      const sorted = { ...everything, filters, sort: [{ field: 'price', order: 'desc' } as const] };
      expect(summary(await engineNow().search('changed', sorted))).toEqual(summary(await engineNow().search('imported', sorted)));
      for (const prefix of ['ch', 'rare1'])
        expect(counted(await terms(engineNow(), 'changed', prefix, 50))).toEqual(
          counted(await terms(engineNow(), 'imported', prefix, 50)),
        );
      expect(counted(await similarTerms(engineNow(), 'changed', 'gadren', 5))).toEqual(
        counted(await similarTerms(engineNow(), 'imported', 'gadren', 5)),
      );
      const [best] = (await engineNow().search('changed', plans[3] ?? everything)).hits;
      const explained = await explain(engineNow(), 'changed', plans[3] ?? everything, best?.id ?? '');
      if (isExact) expect(explained).toEqual(await explain(engineNow(), 'imported', plans[3] ?? everything, best?.id ?? ''));
      else expect(explained?.isFound).toBe(true);
      expect((await engineNow().status('changed'))?.itemCount).toBe(known.size);
    }
    await engineNow().drop('imported');
    await engineNow().drop('changed');
  });

  it('says what each change did', async () => {
    const [one, two] = catalogue(2);
    if (one === undefined || two === undefined) throw new Error('The catalogue is empty.');
    await publishItems(engineNow(), 'told', [one]);
    const removed = { kind: 'remove', id: two.id } as const;
    const outcomes = await engineNow().change('told', [
      { kind: 'put', item: one },
      { kind: 'put', item: two },
      { kind: 'put', item: { ...two, fields: { name: 'other' } } },
      { kind: 'patch', id: two.id, fields: { brand: 'New', name: null } },
      { kind: 'patch', id: two.id, fields: { brand: 'New' } },
      { kind: 'patch', id: 'nobody', fields: { brand: 'New' } },
      removed,
      removed,
    ]);
    expect(outcomes).toEqual(['unchanged', 'created', 'updated', 'updated', 'unchanged', 'notFound', 'removed', 'notFound']);
    const before = await engineNow().status('told');
    expect(before?.itemCount).toBe(1);
    await engineNow().change('told', [{ kind: 'patch', id: one.id, fields: { price: 7_777 } }]);
    expect((await engineNow().status('told'))?.changeNumber).not.toBe(before?.changeNumber);
    await engineNow().change('told', [{ kind: 'put', item: { id: 'shiny', fields: { name: 'zyxwv lamp' } } }]);
    expect((await engineNow().search('told', planOf([group('zyxwv')]))).hits.map(({ id }) => id)).toEqual(['shiny']);
    await engineNow().change('told', [{ kind: 'remove', id: 'shiny' }]);
    expect((await engineNow().search('told', planOf([group('zyxwv')]))).unknownGroups).toEqual([0]);
    await engineNow().drop('told');
  });

  it('keeps every one of many patches that come to one item at once', async () => {
    await publishItems(engineNow(), 'crowded', [{ id: 'one', fields: { name: 'lamp' } }]);
    const names = Array.from({ length: 50 }, (_, number) => `field${number}`);
    const outcomes = await Promise.all(
      names.map((name, number) => engineNow().change('crowded', [{ kind: 'patch', id: 'one', fields: { [name]: number } }])),
    );
    expect(outcomes.flat()).toEqual(names.map(() => 'updated'));
    const [item] = await engineNow().items('crowded', ['one']);
    expect(item?.fields).toEqual({ name: 'lamp', ...Object.fromEntries(names.map((name, number) => [name, number])) });
    await engineNow().drop('crowded');
  });

  it('takes changes of an empty collection, and none of one that was never published', async () => {
    await expect(engineNow().change('never', [{ kind: 'remove', id: 'x' }])).rejects.toThrow('no live generation');
    await publishItems(engineNow(), 'empty', []);
    await engineNow().change('empty', [{ kind: 'put', item: { id: 'first', fields: { name: 'garden chair' } } }]);
    expect((await engineNow().search('empty', planOf([group('chair')]))).totalCount).toBe(1);
    await reopen();
    expect((await engineNow().search('empty', planOf([group('chair')]))).totalCount).toBe(1);
    await engineNow().drop('empty');
  });
}
