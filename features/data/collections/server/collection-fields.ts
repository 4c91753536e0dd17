import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { areLinks, defaultRelevance, defaultRelevances } from '#engine/query/default-relevance.ts';
import type { FieldRelevance } from '#engine/query/relevance.ts';
import { maximumIndexedFields } from '#features/data/collections/collections.contract.ts';
import { isPrivateName } from '#feeds/mapping/private-names.ts';
import type { CollectionField } from './collections.store.ts';
import { isBoostableByDefault } from './stored-relevance.ts';

export { isPrivateName };

/** Their values never repeat. */
const neverFacets = new Set(['id', 'name', 'description', 'url', 'image', 'ean', 'product_code', 'item_group']);
const longestFacetValue = 60;
/** Values per distinct value that make a text field a facet. */
const itemsPerFacetValue = 2;

const samplesPerField = 50;

/**
 * Known fields and those of sampled items. The most frequent new ones are indexed up to the limit; others are custom data.
 * `indexedCount` counts the indexed fields when `known` is only a part of them.
 */
export function fieldsOf(
  known: readonly CollectionField[],
  items: readonly Item[],
  types: Readonly<Record<string, FieldType>>,
  indexedCount: number = known.filter(({ isCustomData }) => !isCustomData).length,
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
  const unique = knownNames.has('id') ? [] : [idField()];
  const all = [...unique, ...known, ...added];
  const room = maximumIndexedFields - unique.length - indexedCount;
  return all.map((field, place) => {
    const newPlace = place - unique.length - known.length;
    return newPlace < room ? field : { ...field, isCustomData: true };
  });
}

export function idField(): CollectionField {
  const { relevance, ...field } = newField('id', 'text', []);
  return { ...field, isUnique: true, isAutocomplete: false, relevance: { ...relevance, searchable: false, weight: 0 } };
}

export function newField(
  name: string,
  type: FieldType,
  values: readonly FieldValue[],
  relevance: FieldRelevance = defaultRelevance(name, type, values),
): CollectionField {
  const counted = isFacet(name, type, values);
  return {
    name,
    type,
    isUnique: false,
    isGroup: name === 'item_group',
    isFrontName: name === 'name',
    isFacet: counted,
    isPath: name === 'category',
    isArchived: isPrivateName(name),
    // Variant group codes are searchable, but useless as suggestions.
    isAutocomplete: relevance.searchable && name !== 'item_group',
    isCustomData: false,
    foundCount: null,
    relevance: { ...relevance, boostable: isBoostableByDefault({ type, isFacet: counted }) },
  };
}

function isFacet(name: string, type: FieldType, values: readonly FieldValue[]): boolean {
  if (neverFacets.has(name) || type === 'object') return false;
  if (type !== 'text') return true;
  const texts = values.flatMap((value) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  if (areLinks(texts)) return false;
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
