import type { ItemChange } from '#engine/port.ts';

const idCount = 60;
/** So few that a generation is rewritten again and again. */
export const rewriteAfterItems = 70;

/** A source that is imported while items are changed. */
export const importedSource = 1;
export const importedCount = 50;

const idOf = (number: number): string => `item-${number % idCount}`;

/** The changes of one call, the same whenever they are asked for. */
export function changeNumber(number: number): ItemChange[] {
  const put: ItemChange = { kind: 'put', item: { id: idOf(number), fields: { name: `lamp counter${number}`, price: number } } };
  if (number % 4 === 0) {
    const stock = { price: number, inStock: number % 8 === 0 };
    return [11, 17, 23].map((step) => ({ kind: 'patch', id: idOf(number * step), fields: stock }));
  }
  if (number % 7 === 0) return [put, { kind: 'remove', id: idOf(number * 13 + 5) }];
  if (number % 5 === 0) return [put, { kind: 'patch', id: idOf(number * 11), fields: { brand: `Brand ${number}` } }];
  return [put];
}

/** What the items are after so many changes: id to fields as JSON. */
export function itemsAfter(count: number): Map<string, string> {
  const items = new Map<string, Record<string, unknown>>();
  for (let number = 1; number <= count; number += 1) {
    for (const change of changeNumber(number)) {
      if (change.kind === 'put') items.set(change.item.id, { ...change.item.fields });
      else if (change.kind === 'remove') items.delete(change.id);
      else if (items.has(change.id)) Object.assign(items.get(change.id) ?? {}, change.fields);
    }
  }
  return new Map([...items].map(([id, fields]) => [id, JSON.stringify(fields)]));
}
