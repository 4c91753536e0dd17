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

/** Counts the fields of all items, including those that the sampled head of the feed didn't have. */
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

  /** Most frequent first. */
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

    /** Late fields are indexed from the next build on, up to the limit. */
    complete(fields: readonly CollectionField[]): CollectionField[] {
      const room = maximumIndexedFields - fields.filter(({ isCustomData }) => !isCustomData).length;
      const added = later(fields).map((field, place) => ({ ...field, isCustomData: place >= room }));
      // Unknown fields are sent to shops, so private ones are kept beyond the limit.
      const all = [...fields, ...added].filter(({ isArchived }, place) => isArchived || place < maximumKnownFields);
      return all.map((field) => ({ ...field, foundCount: countOf(field.name) }));
    },
  };
}
