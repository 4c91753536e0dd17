import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { defaultRelevance, defaultRelevances } from '#engine/default-relevance.ts';
import type { FieldRelevance } from '#engine/relevance.ts';
import type { CollectionField } from '#features/data/collections/collections.store.ts';

/** More fields than this are kept with the items but not indexed. */
export const maximumIndexedFields = 200;

/** Fields whose values are always told apart, never counted. */
const neverFacets = new Set(['id', 'name', 'description', 'url', 'image', 'ean', 'product_code', 'item_group']);
const longestFacetValue = 60;
/** A text field is worth counting when its values repeat at least this often. */
const itemsPerFacetValue = 2;

const samplesPerField = 50;

/** The fields of a collection, from those it has and a sample of items; the most frequent new ones come first. */
export function fieldsOf(
  known: readonly CollectionField[],
  items: readonly Item[],
  types: Readonly<Record<string, FieldType>>,
): CollectionField[] {
  const knownNames = new Set(known.map(({ name }) => name));
  const values = valuesByField(items);
  const found = [...values.keys()].filter((name) => !knownNames.has(name) && name !== 'id');
  found.sort((a, b) => (values.get(b)?.length ?? 0) - (values.get(a)?.length ?? 0));
  const samples = [...values].map(([name, all]) => ({
    name,
    type: types[name] ?? 'text',
    samples: all.slice(0, samplesPerField),
  }));
  const relevances = defaultRelevances(samples);
  const added = found.map((name) => newField(name, types[name] ?? 'text', values.get(name) ?? [], relevances.get(name)));
  const unique = knownNames.has('id') ? [] : [{ ...newField('id', 'text', []), isUnique: true }];
  return [...unique, ...known, ...added].slice(0, maximumIndexedFields);
}

function newField(
  name: string,
  type: FieldType,
  values: readonly FieldValue[],
  relevance: FieldRelevance = defaultRelevance(name, type, values),
): CollectionField {
  return {
    name,
    type,
    isUnique: false,
    isGroup: name === 'item_group',
    isFrontName: name === 'name',
    isFacet: isFacet(name, type, values),
    isPath: name === 'category',
    relevance,
  };
}

function isFacet(name: string, type: FieldType, values: readonly FieldValue[]): boolean {
  if (neverFacets.has(name) || type === 'object') return false;
  if (type !== 'text') return true;
  const texts = values.flatMap((value) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  const isShort = texts.every((text) => text.length <= longestFacetValue) || name === 'category';
  return isShort && new Set(texts).size * itemsPerFacetValue <= Math.max(texts.length, itemsPerFacetValue);
}

function valuesByField(items: readonly Item[]): Map<string, FieldValue[]> {
  const values = new Map<string, FieldValue[]>();
  for (const { fields } of items) {
    for (const [name, value] of Object.entries(fields)) {
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
  }
  return values;
}
