import { hash } from 'node:crypto';
import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import { type FeedRecord, type RecordValue, problemOf } from '#feeds/feed-record.ts';
import { type FieldMapping, furtherPictures, isItemField, type ItemField, ownName } from '#feeds/mapping/item-fields.ts';
import { isSalePriceName } from '#feeds/mapping/known-names.ts';
import { castValue } from './field-types.ts';
import { maxIdChars } from '#feeds/limits.ts';
import { codeOf, plainCode, plainText } from '#feeds/values/plain-text.ts';
import type { ItemProblem } from '#feeds/feed-texts.ts';
import { addressesIn, readerOf, type ReadValue } from './standard-values.ts';

const idChars = 16;
const contentChars = 12;

function hashedId(text: string): string {
  return hash('sha1', text, 'hex').slice(0, idChars);
}

/** Tells equal generated ids apart. Takes 48 bits per item. */
export class GeneratedIds {
  readonly #contents = new Map<string, number[]>();

  /** @returns the id, with `-2`, `-3` … for other items, or null for a repeated item */
  claim(id: string, fields: unknown): string | null {
    const content = Number.parseInt(hash('sha1', JSON.stringify(fields), 'hex').slice(0, contentChars), 16);
    const known = this.#contents.get(id);
    if (!known) {
      this.#contents.set(id, [content]);
      return id;
    }
    if (known.includes(content)) return null;
    known.push(content);
    return `${id}-${known.length}`;
  }
}

/** Script and data URLs. Code needs one of these signs, unlike `JavaScript: The Good Parts`; nor is `Data: 5 GB` a data URL. */
const running = /^[\0- ]*(?:(?:java|vb)script:[^]*[(`=[%\\]|data:\s*(?:[\w.+-]+\/[\w.+-]+)?\s*(?:;[^,]*)?,)/i;

const isRunningAddress = (text: string): boolean => running.test(text);

export interface ItemResult {
  /** null when a problem is an error. */
  readonly item: Item | null;
  readonly problems: readonly ItemProblem[];
}

export type FieldTypes = Readonly<Record<string, FieldType>>;

/**
 * For one import: it remembers generated ids, which `generated` hands to the maker of a grown mapping. Unmapped fields keep
 * their own name. Repeated explicit ids are for the caller to notice.
 */
export function itemMaker(
  mapping: readonly FieldMapping[],
  types: FieldTypes = {},
  generated = new GeneratedIds(),
): (record: FeedRecord) => ItemResult {
  const plan = planOf(mapping, types, generated);
  return (record) => {
    const recordProblems = record.problems ?? [];
    if (recordProblems.some(({ severity }) => severity === 'error')) return { item: null, problems: recordProblems };
    return makeItem(record, plan, [...recordProblems]);
  };
}

export function toItem(record: FeedRecord, mapping: readonly FieldMapping[], types: FieldTypes = {}): ItemResult {
  return itemMaker(mapping, types)(record);
}

interface Source {
  readonly from: string;
  readonly read: (value: RecordValue) => ReadValue;
}

interface MakingPlan {
  readonly ids: readonly FieldMapping[];
  readonly standard: readonly { readonly to: ItemField; readonly sources: readonly Source[] }[];
  readonly pictures: readonly string[];
  /** By feed field; null for ignored and standard fields. Grows with the feed. */
  readonly ownNames: Map<string, string | null>;
  readonly types: FieldTypes;
  readonly generated: GeneratedIds;
}

/** More names are data in disguise; they are normalised each time. */
const maxRememberedNames = 20_000;

function planOf(mapping: readonly FieldMapping[], types: FieldTypes, generated: GeneratedIds): MakingPlan {
  const standard = new Map<ItemField, Source[]>();
  const ownNames = new Map<string, string | null>();
  for (const each of mapping) {
    const { from, to } = each;
    if (to !== null && isItemField(to)) standard.set(to, [...(standard.get(to) ?? []), { from, read: readerOf(to, each) }]);
    const isOwn = to !== null && to !== 'id' && to !== furtherPictures && !isItemField(to);
    if (isOwn || !ownNames.has(from)) ownNames.set(from, isOwn ? to : null);
  }
  const ids = mapping.filter(({ to }) => to === 'id');
  for (const { from, isHashed } of ids)
    if (isHashed && mapping.every((each) => each.from !== from || each.to === 'id')) ownNames.delete(from);
  return {
    ids,
    pictures: mapping.filter(({ to }) => to === furtherPictures).map(({ from }) => from),
    standard: [...standard].map(([to, sources]) => ({ to, sources })),
    ownNames,
    types,
    generated,
  };
}

function makeItem(record: FeedRecord, plan: MakingPlan, problems: ItemProblem[]): ItemResult {
  const fields: Record<string, FieldValue> = {};
  const behind = addStandardFields(record, plan, fields, problems);
  addOwnFields(record, plan, fields, problems);
  const others = plan.pictures.flatMap((from) => addressesIn(record.fields[from] ?? ''));
  const pictures = [...new Set([...behind, ...others])].filter((address) => address !== fields.image);
  if (pictures.length > 0) fields[furtherPictures] ??= pictures;
  const id = idOf(record, plan, fields, problems);
  if (id === null) return { item: null, problems: problems.filter(({ severity }) => severity === 'error') };
  // The item API, whose items have no position, sends parts of items.
  if (record.position > 0 && isBare(record, plan)) return { item: null, problems: [problemOf('emptyItem', 'error', null, id)] };
  if (fields.name === undefined) problems.push(problemOf('missingName', 'warning', 'name'));
  return { item: { id, fields }, problems };
}

function isBare({ fields }: FeedRecord, { ids }: MakingPlan): boolean {
  for (const name in fields) if (ids.every(({ from, isHashed }) => from !== name || isHashed)) return false;
  return true;
}

function idOf(record: FeedRecord, plan: MakingPlan, fields: Record<string, FieldValue>, problems: ItemProblem[]): string | null {
  for (const { from, isHashed } of plan.ids) {
    const value = record.fields[from];
    const text = codeOf(String(Array.isArray(value) ? (value[0] ?? '') : (value ?? '')));
    if (text === '') continue;
    const id = isHashed ? plan.generated.claim(hashedId(text), fields) : text;
    if (id === null) problems.push(problemOf('duplicateItem', 'error', 'id', text));
    else if (id.length > maxIdChars) problems.push(problemOf('idTooLong', 'error', 'id', id));
    else return id;
    return null;
  }
  problems.push(problemOf('missingId', 'error', 'id', fields.name ?? ''));
  return null;
}

/** @returns pictures behind the first */
function addStandardFields(
  record: FeedRecord,
  plan: MakingPlan,
  fields: Record<string, FieldValue>,
  problems: ItemProblem[],
): readonly string[] {
  let currency: string | undefined;
  let pictures: readonly string[] = [];
  for (const { to, sources } of plan.standard) {
    const read = firstValue(record, to, sources, problems);
    if (read?.value === undefined) continue;
    fields[to] = read.value;
    if (to === 'price' || to === 'price_before') currency ??= read.currency;
    if (to === 'image') pictures = read.others ?? [];
  }
  if (currency !== undefined) fields.currency ??= currency;
  withoutRaisedPrice(record, plan, fields, problems);
  if (fields.price_before !== undefined && fields.price_before <= (fields.price ?? 0)) delete fields.price_before;
  return pictures;
}

/** The “reduced” price of a shifted row is its stock. */
function withoutRaisedPrice(
  record: FeedRecord,
  plan: MakingPlan,
  fields: Record<string, FieldValue>,
  problems: ItemProblem[],
): void {
  const { price, price_before: normal } = fields;
  if (typeof price !== 'number' || typeof normal !== 'number' || normal >= price || normal === 0) return;
  const sources = plan.standard.find(({ to }) => to === 'price')?.sources ?? [];
  const taken = sources.find(({ from }) => record.fields[from] !== undefined);
  if (taken === undefined || !isSalePriceName(ownName(taken.from))) return;
  if (!sources.some(({ from, read }) => from !== taken.from && read(record.fields[from] ?? '').value === normal)) return;
  problems.push(problemOf('reducedAbove', 'warning', 'price', price));
  fields.price = normal;
}

function firstValue(record: FeedRecord, to: ItemField, sources: readonly Source[], problems: ItemProblem[]): ReadValue | null {
  let problem: ItemProblem | null = null;
  for (const source of sources) {
    const { from, read } = source;
    const value = record.fields[from];
    if (value === undefined) continue;
    const result = read(value);
    // A reduced price of 0 means none.
    if (to === 'price' && result.value === 0 && source !== sources.at(-1)) continue;
    if (result.value !== undefined) return result;
    if (result.problem) problem ??= problemOf(result.problem, 'warning', to, value);
  }
  if (problem) problems.push(problem);
  return null;
}

function addOwnFields(record: FeedRecord, plan: MakingPlan, fields: Record<string, FieldValue>, problems: ItemProblem[]): void {
  for (const from in record.fields) {
    const name = ownNameOf(from, plan);
    const value = record.fields[from];
    if (name === null || value === undefined || fields[name] !== undefined) continue;
    const type = plan.types[name];
    const clean = withoutRunning(cleanValue(value));
    if (clean === null) {
      problems.push(problemOf('badUrl', 'warning', name, value));
      continue;
    }
    const cast = type === undefined || clean === '' ? clean : castValue(clean, type);
    if (cast === null) problems.push(problemOf('wrongType', 'warning', name, value));
    else if (cast !== '') fields[name] = cast;
  }
}

function ownNameOf(from: string, plan: MakingPlan): string | null {
  const known = plan.ownNames.get(from);
  if (known !== undefined) return known;
  const name = ownName(from);
  if (plan.ownNames.size < maxRememberedNames) plan.ownNames.set(from, name);
  return name;
}

function cleanValue(value: RecordValue): FieldValue {
  if (typeof value === 'string') return cleanText(value);
  if (!Array.isArray(value)) return value as FieldValue;
  return typeof value[0] === 'string' ? value.map((each: string | number) => cleanText(String(each))) : (value as number[]);
}

/** Null when only script addresses are in it. */
function withoutRunning(value: FieldValue): FieldValue | null {
  if (typeof value === 'string') return isRunningAddress(value) ? null : value;
  if (!Array.isArray(value) || typeof value[0] !== 'string') return value;
  const texts = (value as string[]).filter((text) => !isRunningAddress(text));
  return texts.length === value.length ? value : texts.length === 0 ? null : texts;
}

function cleanText(text: string): string {
  return text.startsWith('http') ? plainCode(text) : plainText(text);
}
