import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { maxResultWindow } from '#engine/plan.ts';
import type { ItemChange, ItemPage, SearchEngine } from '#engine/port.ts';
import { publishItems } from './catalogue.ts';
import { plainItem } from '#engine/index/stored-item.ts';

/** More than a search can page through, three times over, so that every way to a place is taken. */
const many = maxResultWindow * 3 + 50;
const idOf = (number: number): string => `doc-${String(number).padStart(6, '0')}`;
const codePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Every seventh has no price, and prices repeat, so that ties are decided by ids. */
function* documents(): Generator<Item> {
  for (let number = many - 1; number >= 0; number -= 1) {
    const price = number % 7 === 0 ? {} : { price: number % 1000 };
    yield { id: idOf(number), fields: { name: `thing ${number}`, brand: `Brand ${number % 5}`, ...price } };
  }
}

/** The part of the duties that is about looking through all items. */
export function documentDuties(engineNow: () => SearchEngine): void {
  const page = (from: number, size: number, more: Partial<Parameters<SearchEngine['documents']>[1]> = {}) =>
    engineNow().documents('browsed', { from, size, filters: [], sort: [], ...more });

  it('pages through all items, however many, in the order of their ids or of a field', async () => {
    const all = [...documents()];
    await publishItems(engineNow(), 'browsed', all);
    const byId = all.map(({ id }) => id).toSorted(codePoints);
    const price = ({ fields }: Item): number => Number(fields['price'] ?? Infinity);
    const byPrice = all.toSorted((a, b) => price(a) - price(b) || codePoints(a.id, b.id)).map(({ id }) => id);
    for (const from of [
      0,
      20,
      maxResultWindow - 10,
      maxResultWindow,
      Math.floor(many / 2),
      many - 30,
      many - 1,
      many,
      many + 5,
    ]) {
      const shown = await page(from, 25);
      expect(
        shown.items.map(({ id }) => id),
        String(from),
      ).toEqual(byId.slice(from, from + 25));
      expect(shown.totalCount).toBe(many);
      const sorted = await page(from, 25, { sort: [{ field: 'price', order: 'asc' }] });
      expect(
        sorted.items.map(({ id }) => id),
        `by price, ${from}`,
      ).toEqual(byPrice.slice(from, from + 25));
    }
    expect((await page(0, 1)).items.map(plainItem)).toEqual([all.at(-1)]);
    const dear = await page(0, 3, { sort: [{ field: 'price', order: 'desc' }] });
    expect(dear.items.map(price)).toEqual([999, 999, 999]);
    const filtered = await page(6_005, 25, { filters: [{ field: 'brand', anyOf: ['Brand 3'] }] });
    expect(filtered.totalCount).toBe(many / 5);
    expect(filtered.items[0]?.id).toBe(idOf(6_005 * 5 + 3));
    await engineNow().drop('browsed');
  });

  it('goes through all items page by page, each as it is after changes and once', async () => {
    const idsOf = async (): Promise<(readonly [string, unknown])[]> => {
      const seen: (readonly [string, unknown])[] = [];
      let after: string | null = null;
      do {
        const page: ItemPage = await engineNow().itemPage('browsed', after);
        seen.push(...page.items.map(({ id, fields }) => [id, fields['name']] as const));
        after = page.next;
      } while (after !== null);
      return seen.toSorted(([a], [b]) => codePoints(a, b));
    };
    expect(await idsOf()).toEqual([]);
    const names = new Map(Array.from({ length: 2_300 }, (_, at) => [`it:${at}`, `thing ${at}`]));
    await publishItems(
      engineNow(),
      'browsed',
      [...names].map(([id, name]) => ({ id, fields: { name } })),
    );
    expect(await idsOf()).toEqual([...names].toSorted(([a], [b]) => codePoints(a, b)));
    const changes: ItemChange[] = Array.from({ length: 700 }, (_, at) => {
      const item = { id: `it:${at * 4}`, fields: { name: `new ${at}` } };
      return at % 3 === 0 ? { kind: 'remove', id: item.id } : { kind: 'put', item };
    });
    await engineNow().change('browsed', changes);
    for (const change of changes)
      if (change.kind === 'put') names.set(change.item.id, String(change.item.fields['name']));
      else names.delete(change.kind === 'remove' ? change.id : '');
    await engineNow().change('browsed', [{ kind: 'patch', id: 'it:1', fields: { price: 5 } }]);
    expect(await idsOf()).toEqual([...names].toSorted(([a], [b]) => codePoints(a, b)));
    await engineNow().drop('browsed');
  });

  it('shows items as they are after changes, where their ids stand', async () => {
    await publishItems(engineNow(), 'browsed', [
      { id: 'b', fields: { name: 'b' } },
      { id: 'd', fields: { name: 'd' } },
    ]);
    await engineNow().change('browsed', [
      { kind: 'put', item: { id: 'c', fields: { name: 'c' } } },
      { kind: 'put', item: { id: 'b', fields: { name: 'b again' } } },
      { kind: 'put', item: { id: 'e', fields: { name: 'e' } } },
      { kind: 'remove', id: 'd' },
    ]);
    const { items, totalCount } = await page(0, 10);
    expect(items.map(({ fields }) => fields['name'])).toEqual(['b again', 'c', 'e']);
    expect(totalCount).toBe(3);
    expect(await page(2, 10)).toMatchObject({ items: [{ id: 'e' }], totalCount: 3 });
    await engineNow().drop('browsed');
    expect(await page(0, 10)).toEqual({ items: [], totalCount: 0 });
  });
}
