import type { FieldValue, Item } from '#contract/item.ts';
import type { ItemChange } from '#engine/port.ts';

type Patch = Extract<ItemChange, { kind: 'patch' }>['fields'];

/** Most of them leave alone what is searched and what groups, as the changes of prices and stock in a shop do. */
function drawPatch(random: () => number): Patch {
  const fields: Record<string, FieldValue | null> = {};
  const sometimes = (share: number, name: string, value: () => FieldValue): void => {
    if (random() < share) fields[name] = random() < 0.15 ? null : value();
  };
  sometimes(0.7, 'price', () => Math.round(random() * 1000));
  sometimes(0.4, 'inStock', () => random() < 0.5);
  sometimes(0.2, 'sizes', () => Array.from({ length: Math.floor(random() * 4) }, () => 30 + Math.floor(random() * 20)));
  sometimes(0.2, 'brand', () => `Brand ${Math.floor(random() * 12)}`);
  sometimes(0.1, 'category', () => `Department ${Math.floor(random() * 5)} > Section new`);
  sometimes(0.1, 'note', () => `of no field ${random()}`);
  sometimes(0.1, 'model', () => `model-${Math.floor(random() * 40)}`);
  sometimes(0.1, 'name', () => 'chair of rare1 wood');
  return fields;
}

const withPatch = (fields: Item['fields'], patch: Patch): Item['fields'] =>
  Object.fromEntries(Object.entries({ ...fields, ...patch }).filter((entry): entry is [string, FieldValue] => entry[1] !== null));

/** Draws changes of every kind and keeps account of what the items should be. */
export function drawChanges(random: () => number, known: Map<string, Item>, fresh: Iterator<Item>): ItemChange[] {
  const ids = [...known.keys()];
  const drawn = (): string => ids[Math.floor(random() * ids.length)] ?? '';
  return Array.from({ length: 1 + Math.floor(random() * 30) }, (): ItemChange => {
    const kind = random();
    if (kind < 0.2) {
      const id = drawn();
      known.delete(id);
      return { kind: 'remove', id };
    }
    if (kind < 0.6) {
      const id = drawn();
      const fields = drawPatch(random);
      const item = known.get(id);
      if (item !== undefined) known.set(id, { id, fields: withPatch(item.fields, fields) });
      return { kind: 'patch', id, fields };
    }
    const { value } = fresh.next() as IteratorYieldResult<Item>;
    // Half of them replace an item, half are new, with ids that stand anywhere in the order.
    const item = { ...value, id: random() < 0.5 ? drawn() : `item-${Math.floor(random() * 3000)}${random() < 0.3 ? 'é' : ''}` };
    known.set(item.id, item);
    return { kind: 'put', item };
  });
}
