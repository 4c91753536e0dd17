import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import type { ItemChange } from '#engine/port.ts';
import { fieldsOf } from '#features/data/collections/server/collection-fields.service.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { emptyFields, problemOf } from '#feeds/feed-record.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { isItemField, itemFields, ownName } from '#feeds/mapping/item-fields.ts';
import { flattenJson } from '#feeds/json/json-flatten.ts';
import { maxIdChars, readLimits } from '#feeds/limits.ts';
import type { ItemProblem } from '#feeds/feed-texts.ts';
import type { FlatItem } from '#feeds/xml/xml-flatten.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { inSlices } from '#server/base/slices.ts';

/** `change` is null when an error refuses the item. */
export interface SentItem {
  readonly id: string | null;
  readonly change: ItemChange | null;
  readonly problems: readonly ItemProblem[];
}

type FieldTypes = Readonly<Record<string, FieldType>>;

const ownMapping = ['id', ...Object.keys(itemFields)].map((name) => ({ from: name, to: name, reason: 'feedName' }) as const);

const storedName = (sent: string): string => (isItemField(sent) ? sent : ownName(sent));

/** Flattened as records of feeds are. */
type FlatSent = { readonly sent: object; readonly flat: FlatItem } | { readonly problem: ItemProblem };

/** The costly part of reading them, so it yields. */
export async function flattenSent(all: readonly unknown[]): Promise<FlatSent[]> {
  const breathe = inSlices();
  const flat: FlatSent[] = [];
  for (const sent of all) {
    await breathe();
    const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
    flat.push(
      isObject
        ? { sent, flat: flattenJson(sent as Record<string, unknown>, readLimits) }
        : { problem: problemOf('notAnObject', 'error', null, JSON.stringify(sent)) },
    );
  }
  return flat;
}

/** Names that have to be looked up in the collection. */
export function storedNames(all: readonly FlatSent[]): string[] {
  const names = new Set<string>();
  for (const one of all) if ('flat' in one) for (const name in one.flat.fields) names.add(name);
  return [...new Set(['id', ...[...names].map(storedName)])];
}

export type ReadSent = (all: readonly FlatSent[], known: FieldTypes) => Promise<SentItem[]>;

/** Values that don't fit a known type are skipped and reported. */
export const readPuts: ReadSent = (all, known) => typed(putWith, all, known);

/** null removes a field; others stay. */
export const readPatches: ReadSent = (all, known) => typed(patchWith, all, known);

type ReadOne = (one: FlatSent, read: (one: FlatSent) => ReadItem) => SentItem;

/** New fields get a type that all their values fit, so items with new fields are read twice. */
async function typed(read: ReadOne, all: readonly FlatSent[], known: FieldTypes): Promise<SentItem[]> {
  const breathe = inSlices();
  const toItem = readerWith(known);
  const items: SentItem[] = [];
  const added: Item[] = [];
  for (const one of all) {
    await breathe();
    const item = read(one, toItem);
    items.push(item);
    added.push(onlyNew(item, known));
  }
  const isNew = added.map(({ fields }) => Object.keys(fields).length > 0);
  if (!isNew.includes(true)) return items;
  const toTyped = readerWith(typesWith(known, added));
  for (const [place, one] of all.entries()) {
    await breathe();
    if (isNew[place]) items[place] = read(one, toTyped);
  }
  return items;
}

function onlyNew(sent: SentItem, known: FieldTypes): Item {
  const [{ id, fields } = { id: '', fields: {} }] = broughtBy([sent]);
  return { id, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(known, name))) };
}

export const broughtBy = (sent: readonly SentItem[]): Item[] =>
  sent.flatMap(({ change }) => {
    if (change === null || change.kind === 'remove') return [];
    return change.kind === 'put' ? change.item : { id: change.id, fields: valuesOf(change.fields) };
  });

const valuesOf = (fields: Readonly<Record<string, FieldValue | null>>): Item['fields'] =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, FieldValue] => entry[1] !== null));

/** JSON types count: digits in a string stay text, and integers may be followed by decimals. */
function typesWith(known: FieldTypes, items: readonly Item[]): Record<string, FieldType> {
  const texts = new Set<string>();
  for (const { fields } of items)
    for (const [name, value] of Object.entries(fields))
      if ([value].flat().some((each) => typeof each === 'string')) texts.add(name);
  const typeOf = (name: string, type: FieldType): FieldType => {
    if (isItemField(name) || type === 'date' || type === 'text') return type;
    if (texts.has(name)) return 'text';
    return type === 'integer' ? 'float' : type;
  };
  const inferred = Object.entries(inferFieldTypes(items)).map(([name, type]) => [name, typeOf(name, type)]);
  return { ...(Object.fromEntries(inferred) as Record<string, FieldType>), ...known };
}

const putWith: ReadOne = (one, read) => {
  const { item, id, problems } = read(one);
  return { id, change: item && { kind: 'put', item }, problems };
};

const patchWith: ReadOne = (one, read) => {
  const { item, id, problems: all } = read(one);
  const problems = all.filter(({ reason }) => reason !== 'missingName');
  if (!item || !('sent' in one)) return { id, change: null, problems };
  const gone = Object.entries(one.sent).filter(([name, value]) => value === null && name !== 'id');
  const fields = { ...Object.fromEntries(gone.map(([name]) => [storedName(name), null])), ...item.fields };
  return { id, change: { kind: 'patch', id: item.id, fields }, problems };
};

interface ReadItem {
  readonly item: Item | null;
  readonly id: string | null;
  readonly problems: readonly ItemProblem[];
}

function readerWith(known: FieldTypes): (one: FlatSent) => ReadItem {
  const toItem = itemMaker(ownMapping, known);
  return (one) => {
    if (!('flat' in one)) return { item: null, id: null, problems: [one.problem] };
    const { fields, problems: shape } = one.flat;
    const wrong = Object.entries(fields).filter(([, value]) => !isFiniteValue(value));
    const finite = wrong.length === 0 ? fields : Object.assign(emptyFields(), fields);
    for (const [name] of wrong) delete finite[name];
    const badNumbers = wrong.map(([name, value]) => problemOf('badNumber', 'warning', storedName(name), value));
    const { item, problems } = toItem({ position: 0, fields: finite, problems: [...shape, ...badNumbers] });
    const { id } = one.sent as { id?: unknown };
    const sentId = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, maxIdChars) : null;
    return { item, id: item?.id ?? sentId, problems };
  };
}

/** `1e999` is valid JSON. */
const isFiniteValue = (value: FieldValue): boolean =>
  [value].flat().every((each) => typeof each !== 'number' || Number.isFinite(each));

export function foundFields(
  known: readonly CollectionField[],
  items: readonly Item[],
  indexedCount?: number,
): { readonly fields: readonly CollectionField[]; readonly added: readonly CollectionField[] } {
  const types = typesWith(Object.fromEntries(known.map(({ name, type }) => [name, type])), items);
  const fields = fieldsOf(known, items, types, indexedCount);
  const names = new Set(known.map(({ name }) => name));
  return { fields, added: fields.filter(({ name }) => !names.has(name)) };
}
