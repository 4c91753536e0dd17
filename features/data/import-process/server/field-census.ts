import type { FieldValue, Item } from '#contract/item.ts';
import { maximumIndexedFields, maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { newField } from '#features/data/collections/server/collection-fields.ts';
import { isPrivateName } from '#feeds/mapping/private-names.ts';

const samplesPerField = 20;

interface Counted {
  count: number;
  readonly samples: FieldValue[];
}

/** Counts which fields the items of an import have. Those that the head of the feed didn't show are found here. */
export function fieldCensus() {
  const counted = new Map<string, Counted>();
  let itemCount = 0;
  const countOf = (name: string): number => (name === 'id' ? itemCount : (counted.get(name)?.count ?? 0));

  function count(name: string, value: FieldValue): void {
    const known = counted.get(name);
    if (known !== undefined) {
      known.count += 1;
      if (known.samples.length < samplesPerField) known.samples.push(value);
    } else if (counted.size < maximumKnownFields || isPrivateName(name)) counted.set(name, { count: 1, samples: [value] });
  }

  /** Fields that are not among `fields`, the most frequent first. */
  function later(fields: readonly CollectionField[]): CollectionField[] {
    const names = new Set(fields.map(({ name }) => name));
    const found = [...counted].filter(([name]) => !names.has(name) && name !== 'id').sort(([, a], [, b]) => b.count - a.count);
    const items = found.flatMap(([name, { samples }]) => samples.map((value): Item => ({ id: '', fields: { [name]: value } })));
    const types = inferFieldTypes(items);
    return found.map(([name, { samples }]) => newField(name, types[name] ?? 'text', samples));
  }

  return {
    add(items: readonly Item[]): void {
      itemCount += items.length;
      for (const { fields } of items) for (const name in fields) count(name, fields[name]!);
    },

    /** The fields with their counts, and those that came later in the feed: indexed from the next build on where there is room. */
    complete(fields: readonly CollectionField[]): CollectionField[] {
      const room = maximumIndexedFields - fields.filter(({ isCustomData }) => !isCustomData).length;
      const added = later(fields).map((field, place) => ({ ...field, isCustomData: place >= room }));
      // Shops get every field that isn't known, so private ones are known beyond the limit.
      const all = [...fields, ...added].filter(({ isArchived }, place) => isArchived || place < maximumKnownFields);
      return all.map((field) => ({ ...field, foundCount: countOf(field.name) }));
    },
  };
}
