import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import type { ItemChange } from '#engine/port.ts';
import { fieldsOf } from '#features/data/collections/collection-fields.ts';
import type { CollectionField } from '#features/data/collections/collections.store.ts';
import { problemOf } from '#feeds/field-bag.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { isItemField, itemFields } from '#feeds/mapping/item-fields.ts';
import { flattenJson } from '#feeds/json/json-flatten.ts';
import { maxIdChars, readLimits } from '#feeds/limits.ts';
import { ownName } from '#feeds/mapping/own-name.ts';
import type { ItemProblem } from '#feeds/problem-texts.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

/** One item of a request, read as feeds are: `change` is null where an error leaves it as it was. */
export interface SentItem {
  readonly id: string | null;
  readonly change: ItemChange | null;
  readonly problems: readonly ItemProblem[];
}

type FieldTypes = Readonly<Record<string, FieldType>>;

/** Fields of the API have the names that items have. */
const ownMapping = ['id', ...Object.keys(itemFields)].map((name) => ({ from: name, to: name, reason: 'feedName' }) as const);

/** The name that a sent field has in items. */
const storedName = (sent: string): string => (isItemField(sent) ? sent : ownName(sent));

/** The names under which items keep what is sent: what has to be known of the collection to read it. */
export function storedNames(sent: readonly unknown[]): string[] {
  const names = new Set(['id']);
  for (const one of sent) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) continue;
    for (const name of Object.keys(flattenJson(one as Record<string, unknown>, readLimits).fields)) names.add(storedName(name));
  }
  return [...names];
}

export type ReadSent = (sent: readonly unknown[], known: FieldTypes) => SentItem[];

/** Reads whole items. Values that don't fit the type of a known field are left out and told, as in imports. */
export const readPuts: ReadSent = (sent, known) => typed(putsWith, sent, known);

/** Reads parts of items: what is null goes, what isn't named stays. */
export const readPatches: ReadSent = (sent, known) => typed(patchesWith, sent, known);

/** Fields that nobody knew yet get a type that all their values fit, so those that differ are read again. */
function typed(read: ReadSent, sent: readonly unknown[], known: FieldTypes): SentItem[] {
  const items = read(sent, known);
  const types = typesWith(known, broughtBy(items));
  return Object.keys(types).length === Object.keys(known).length ? items : read(sent, types);
}

/** What the changes bring to the collection. */
export const broughtBy = (sent: readonly SentItem[]): Item[] =>
  sent.flatMap(({ change }) => {
    if (change === null || change.kind === 'remove') return [];
    return change.kind === 'put' ? change.item : { id: change.id, fields: valuesOf(change.fields) };
  });

const valuesOf = (fields: Readonly<Record<string, FieldValue | null>>): Item['fields'] =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, FieldValue] => entry[1] !== null));

/**
 * The types of these items' fields. JSON tells numbers from texts, so a text of digits stays a text; and a whole number doesn't mean
 * that all will be whole.
 */
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

function putsWith(sent: readonly unknown[], known: FieldTypes): SentItem[] {
  const read = readerWith(known);
  return sent.map((one): SentItem => {
    const { item, id, problems } = read(one);
    return { id, change: item && { kind: 'put', item }, problems };
  });
}

function patchesWith(sent: readonly unknown[], known: FieldTypes): SentItem[] {
  const read = readerWith(known);
  return sent.map((one): SentItem => {
    const { item, id, problems: all } = read(one);
    const problems = all.filter(({ reason }) => reason !== 'missingName');
    if (!item) return { id, change: null, problems };
    const gone = Object.entries(one as Record<string, unknown>).filter(([name, value]) => value === null && name !== 'id');
    const fields = { ...Object.fromEntries(gone.map(([name]) => [storedName(name), null])), ...item.fields };
    return { id, change: { kind: 'patch', id: item.id, fields }, problems };
  });
}

interface ReadItem {
  readonly item: Item | null;
  readonly id: string | null;
  readonly problems: readonly ItemProblem[];
}

function readerWith(known: FieldTypes): (sent: unknown) => ReadItem {
  const toItem = itemMaker(ownMapping, known);
  return (sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return { item: null, id: null, problems: [problemOf('notAnObject', 'error', null, JSON.stringify(sent))] };
    const { fields, problems: shape } = flattenJson(sent as Record<string, unknown>, readLimits);
    const numbers = Object.entries(fields).filter(([, value]) => !isFiniteValue(value));
    for (const [name] of numbers) delete fields[name];
    const wrong = numbers.map(([name, value]) => problemOf('badNumber', 'warning', storedName(name), value));
    const { item, problems } = toItem({ position: 0, fields, problems: [...shape, ...wrong] });
    const { id } = sent as { id?: unknown };
    const sentId = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, maxIdChars) : null;
    return { item, id: item?.id ?? sentId, problems };
  };
}

/** JSON can write numbers that are too large for any. */
const isFiniteValue = (value: FieldValue): boolean =>
  [value].flat().every((each) => typeof each !== 'number' || Number.isFinite(each));

/** The fields of the collection once it has these items, and those that it didn't have before. */
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
