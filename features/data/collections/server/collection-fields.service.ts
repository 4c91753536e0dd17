import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { defaultRelevance, defaultRelevances, isData, isTechnicalField } from '#engine/query/default-relevance.ts';
import { type FieldRelevance, type CollectionRelevance } from '#engine/query/relevance.ts';
import { maximumIndexedFields } from '#features/data/collections/collections.contract.ts';
import { isItemField } from '#feeds/mapping/item-fields.ts';
import { isPrivateName } from '#feeds/mapping/private-names.ts';
import type { CollectionField } from './collections.store.ts';
import type { CollectionLayout, FieldLayout } from '#engine/port.ts';

/** Engines store only these by value. */
export const isBoostableByDefault = ({ type, isFacet }: Pick<CollectionField, 'type' | 'isFacet'>): boolean =>
  isFacet && type !== 'object';

/** Their values never repeat. */
const neverFacets = new Set(['id', 'name', 'description', 'url', 'image', 'ean', 'product_code', 'item_group']);
/** Whatever the sampled values are. */
const alwaysFacets = new Set(['availability', 'brand', 'category']);
const longestFacetValue = 60;
/** Values per distinct value that make a text field a facet. */
const itemsPerFacetValue = 2;
const mostFacetValues = 50;
/** Values of fewer items say little about the next ones. */
const itemsToJudge = 10;

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
  const added = found.map((name) =>
    newField(name, types[name] ?? 'text', values.get(name) ?? [], relevances.get(name), items.length),
  );
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
  values: readonly FieldValue[] = [],
  relevance: FieldRelevance = defaultRelevance(name, type, values),
  itemCount = 0,
): CollectionField {
  const counted = isFacet(name, type, values, itemCount);
  const isConstant = itemCount >= itemsToJudge && values.length >= itemCount && distinctCount(values) === 1;
  return {
    name,
    type,
    isUnique: false,
    isGroup: name === 'item_group',
    isFrontName: name === 'name',
    isFacet: counted,
    isPath: name === 'category',
    isArchived: isPrivateName(name),
    isAutocomplete: relevance.searchable && (isItemField(name) || !isConstant),
    isCustomData: false,
    foundCount: null,
    relevance: { ...relevance, boostable: isBoostableByDefault({ type, isFacet: counted }) },
  };
}

const textsOf = (values: readonly FieldValue[]): string[] =>
  values.flatMap((value) => (Array.isArray(value) ? value.map(String) : [String(value)]));
const distinctCount = (values: readonly FieldValue[]): number => new Set(textsOf(values)).size;

function isFacet(name: string, type: FieldType, values: readonly FieldValue[], itemCount: number): boolean {
  if (neverFacets.has(name) || type === 'object' || isTechnicalField(name, type)) return false;
  if (alwaysFacets.has(name)) return true;
  const count = distinctCount(values);
  const isJudged = itemCount >= itemsToJudge;
  if (isJudged && count < 2 && (type === 'text' || !isItemField(name))) return false;
  if (type !== 'text') return true;
  const texts = textsOf(values);
  if (isData(texts) || texts.some((text) => text.length > longestFacetValue)) return false;
  if (isJudged && count > mostFacetValues) return false;
  return count * itemsPerFacetValue <= Math.max(texts.length, itemsPerFacetValue);
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

export const isSearched = ({ isArchived, relevance }: CollectionField): boolean => relevance.searchable && !isArchived;

export const layoutOf = (language: string, all: readonly CollectionField[]): CollectionRelevance['layout'] => {
  const fields = all.filter(({ isCustomData }) => !isCustomData);
  return {
    language,
    groupField: fields.find(({ isGroup }) => isGroup)?.name ?? null,
    fields: fields.map((field) => ({
      name: field.name,
      type: field.type,
      searchable: isSearched(field),
      stemmer: field.relevance.stemmer,
      facet: field.isFacet,
      path: field.isPath,
    })),
  };
};

type Aspect = 'language' | 'added' | 'searchable' | 'facet' | 'path' | 'type' | 'variants';

export interface WaitingChange {
  readonly field: string;
  readonly aspect: Aspect;
}

/** A field that is no longer searched needs no rebuild. */
export function waitingChanges(live: CollectionLayout, wanted: CollectionLayout): WaitingChange[] {
  const liveFields = new Map(live.fields.map((field) => [field.name, field]));
  const changes = wanted.fields.flatMap((field): WaitingChange[] => {
    const aspect = aspectOf(liveFields.get(field.name), field);
    return aspect === null ? [] : [{ field: field.name, aspect }];
  });
  const wantedNames = new Set(wanted.fields.map(({ name }) => name));
  const leaving = live.fields.filter(({ name, facet }) => facet && !wantedNames.has(name));
  const left = leaving.map(({ name }): WaitingChange => ({ field: name, aspect: 'facet' }));
  const groups = [live.groupField, wanted.groupField];
  const grouping = groups[0] === groups[1] ? [] : [{ field: groups[1] ?? groups[0] ?? '', aspect: 'variants' } as const];
  const spoken = live.language === wanted.language ? [] : [{ field: '', aspect: 'language' } as const];
  return [...spoken, ...changes, ...left, ...grouping];
}

function aspectOf(live: FieldLayout | undefined, { searchable, stemmer, facet, path, type }: FieldLayout): Aspect | null {
  if (live === undefined) return searchable || facet ? 'added' : null;
  if (searchable && (!live.searchable || live.stemmer !== stemmer)) return 'searchable';
  if (facet !== live.facet) return 'facet';
  if (facet && path !== live.path) return 'path';
  return type === live.type ? null : 'type';
}
