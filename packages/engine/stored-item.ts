import type { Item } from '#contract/item.ts';

const written = new WeakMap<Item, string>();

/** An item whose fields are stored as JSON; they are parsed when somebody looks at them. */
export function storedItem(id: string, fieldsJson: string, source: number | null = null): Item {
  let parsed: Item['fields'] | undefined;
  const item: Item = {
    id,
    ...(source !== null && { source }),
    get fields() {
      return (parsed ??= JSON.parse(fieldsJson) as Item['fields']);
    },
  };
  written.set(item, fieldsJson);
  return item;
}

/** The item's fields as JSON: as they are stored, where they are. */
export const fieldsJsonOf = (item: Item): string => written.get(item) ?? JSON.stringify(item.fields);
