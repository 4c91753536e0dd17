import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { SeenNames } from '#feeds/sampled-work.ts';
import { maxSchemaFields, sampleSize, keptRecordLimits } from '#feeds/limits.ts';
import { type FieldMapping, furtherPictures, isItemField, normalName, ownName, plainName } from './item-fields.ts';
import { proposeMapping } from './mapping.ts';
import { isStandardName, namePatterns } from './known-names.ts';
import { imageWords } from './mapping-values.ts';

const lateSamples = 50;
/** For each new name. */
const leastSamples = 3;
const mostSamples = sampleSize / 2;
/** Fewer mapped fields left: it is another feed. */
const leastLeft = 0.5;

function isKnownName(from: string): boolean {
  const normal = normalName(from);
  if (isStandardName(normal) || isStandardName(plainName(from)) || imageWords.test(normal)) return true;
  return Object.values(namePatterns).some((pattern) => pattern.test(normal));
}

/** The proposal of earlier imports and their field names. Empty before the first one. */
export interface KnownMapping {
  readonly mapping: readonly FieldMapping[];
  readonly names: readonly string[];
}

const nothingKnown: KnownMapping = { mapping: [], names: [] };

/**
 * A mapping that grows while the feed is read, and from import to import: known names are mapped whenever they first come.
 * Earlier proposals stay while their fields do, except for prices: after a late reduced price, the former price is the price
 * before.
 */
export class GrowingMapping {
  readonly #head: readonly FeedRecord[];
  readonly #names = new SeenNames();
  readonly #late: FeedRecord[] = [];
  readonly #language: string | null;
  readonly #known: KnownMapping;
  #proposed: readonly FieldMapping[];

  constructor(head: readonly FeedRecord[], language: string | null = null, known: KnownMapping = nothingKnown) {
    this.#language = language;
    this.#known = known;
    this.#head = head.slice(0, sampleSize);
    this.#proposed = proposeMapping(head, language);
    this.#names.add(this.#head, 1);
    if (head.length > sampleSize) this.learn(head.slice(sampleSize));
    if (known.mapping.length > 0) this.#proposed = this.#withKnown(this.#proposed);
  }

  get proposed(): readonly FieldMapping[] {
    return this.#proposed;
  }

  get names(): readonly string[] {
    return this.#names.all();
  }

  get late(): readonly FeedRecord[] {
    return this.#late;
  }

  learn(records: readonly FeedRecord[]): boolean {
    const { fresh, bringing } = this.#names.add(records, leastSamples);
    if (fresh.size === 0) return false;
    this.#late.push(...bringing.slice(0, Math.max(0, lateSamples - this.#late.length)));
    const known = new Set([...fresh].filter(isKnownName));
    const samples = bringing.filter(({ fields }) => Object.keys(fields).some((name) => known.has(name))).slice(0, mostSamples);
    const next = known.size > 0 ? proposeMapping([...samples, ...this.#head], this.#language) : [];
    const added = new Set([...fresh].filter((name) => !this.#isMapped(name)));
    if (added.size === 0) return false;
    this.#proposed = grown(this.#proposed, added, next);
    return true;
  }

  #isMapped(name: string): boolean {
    return this.#proposed.some(({ from }) => from === name);
  }

  #withKnown(found: readonly FieldMapping[]): readonly FieldMapping[] {
    const { mapping, names } = this.#known;
    const decided = mapping.filter(isStandard);
    const isLeft = ({ from }: FieldMapping) => this.#names.has(from);
    if (decided.filter(isLeft).length < decided.length * leastLeft) return found;
    const targets = new Set(decided.map(({ to }) => to));
    const gone = new Set([...targets].filter((to) => !decided.some((one) => one.to === to && isLeft(one))));
    const taken = new Set(decided.filter(isLeft).map(({ from }) => from));
    const isKnown = (one: FieldMapping) => mapping.some(({ from, to }) => from === one.from && to === one.to);
    const replacing = found.filter((one) => gone.has(one.to) && !taken.has(one.from) && !isKnown(one));
    const used = new Set(replacing.map(({ from }) => from));
    const kept = mapping.filter((one) => isStandard(one) || !used.has(one.from));
    const before = new Set([...names, ...mapping.map(({ from }) => from)]);
    const fresh = new Set(this.names.filter((name) => !before.has(name)));
    return grown([...kept, ...replacing], fresh, found);
  }

  /** Standard fields that an earlier import read from other fields. */
  warnings(): FeedWarning[] {
    const { mapping } = this.#known;
    if (mapping.length === 0) return [];
    const sourceOf = (proposed: readonly FieldMapping[], target: string | null) => {
      const sources = proposed.filter(({ to }) => to === target);
      return (sources.find(({ from }) => this.#names.has(from)) ?? sources[0])?.from;
    };
    const targets = new Set([...mapping, ...this.#proposed].filter(isStandard).map(({ to }) => to));
    const changed = [...targets].filter((to) => sourceOf(mapping, to) !== sourceOf(this.#proposed, to));
    return changed.length === 0 ? [] : [{ code: 'mappingChanged', details: { fields: changed.join(', ') } }];
  }
}

const isStandard = ({ to }: FieldMapping): boolean => to !== null && (to === 'id' || isItemField(to));

function grown(
  before: readonly FieldMapping[],
  fresh: ReadonlySet<string>,
  next: readonly FieldMapping[],
): readonly FieldMapping[] {
  const named = next.filter(({ from, to, reason }) => fresh.has(from) && reason === 'feedName' && to !== null && isItemField(to));
  const targets = new Set(named.map(({ to }) => to));
  const arePricesOther = targets.has('price') || targets.has('price_before');
  const isOther = (to: string | null) => arePricesOther && (to === 'price' || to === 'price_before');
  const kept = before.filter(({ to }) => !isOther(to));
  const prices = next.filter(({ to }) => isOther(to));
  const added = named.filter(({ from, to }) => !isOther(to) && !kept.some((one) => one.from === from));
  const used = new Set([...prices, ...added].map(({ from }) => from));
  const standing = kept.filter((one) => isStandard(one) || !used.has(one.from));
  const room = maxSchemaFields - standing.length - used.size;
  const known = new Set(standing.map(({ from }) => from));
  const own = [...fresh].filter((from) => !used.has(from) && !known.has(from)).slice(0, Math.max(0, room));
  const beside = new Map(next.filter(({ to }) => to === null || to === furtherPictures).map((each) => [each.from, each]));
  const others = own.map((from): FieldMapping => beside.get(from) ?? { from, to: ownName(from), reason: 'ownName' });
  return [...standing, ...prices, ...added, ...others];
}

export function keptRecords(records: readonly FeedRecord[], limits = keptRecordLimits): FeedRecord[] {
  const kept: FeedRecord[] = [];
  let bytes = 0;
  for (const { position, fields, problems, origin } of records) {
    if (problems?.some(({ severity }) => severity === 'error')) continue;
    const entries = Object.entries(fields).map(([name, value]) => [withoutNul(name), cut(value, limits)]);
    const read = { position, fields: Object.fromEntries(entries) as FeedRecord['fields'] };
    const record = kept.length === 0 && origin !== undefined ? { ...read, origin } : read;
    bytes += Buffer.byteLength(JSON.stringify(record));
    if (kept.length === limits.maxRecords || bytes > limits.maxBytes) break;
    kept.push(record);
  }
  return kept;
}

const maxListed = 20;

function cut(value: RecordValue, { maxValueChars }: typeof keptRecordLimits): RecordValue {
  if (typeof value === 'string') return withoutNul(value.slice(0, maxValueChars));
  if (!Array.isArray(value)) return value;
  const listed = value.slice(0, maxListed) as (string | number)[];
  return listed.every((each) => typeof each === 'number')
    ? listed
    : listed.map((each) => withoutNul(String(each).slice(0, maxValueChars)));
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
