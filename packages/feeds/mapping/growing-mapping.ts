import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { maxSchemaFields, sampleSize, keptRecordLimits } from '#feeds/limits.ts';
import { type FieldMapping, isItemField, normalName, ownName, plainName } from './item-fields.ts';
import { proposeMapping } from './mapping.ts';
import { knownNames, namePatterns, unwrapped } from './known-names.ts';

const lateSamples = 50;
const maxNames = 20_000;

const everyKnownName: ReadonlySet<string> = new Set(Object.values(knownNames).flat());

function isKnownName(from: string): boolean {
  const [normal, plain] = [normalName(from), plainName(from)];
  if ([normal, plain, ...unwrapped(plain)].some((name) => everyKnownName.has(name))) return true;
  return Object.values(namePatterns).some((pattern) => pattern.test(normal));
}

/**
 * A mapping that grows while the feed is read: known names are mapped whenever they first come. Earlier proposals stay, except
 * for prices: after a late reduced price, the former price is the price before.
 */
export class GrowingMapping {
  readonly #head: readonly FeedRecord[];
  readonly #names = new Set<string>();
  readonly #late: FeedRecord[] = [];
  readonly #language: string | null;
  #proposed: readonly FieldMapping[];

  constructor(head: readonly FeedRecord[], language: string | null = null) {
    this.#language = language;
    this.#head = head.slice(0, sampleSize);
    this.#proposed = proposeMapping(head, language);
    for (const { fields } of this.#head) for (const name in fields) this.#names.add(name);
    if (head.length > sampleSize) this.learn(head.slice(sampleSize));
  }

  get proposed(): readonly FieldMapping[] {
    return this.#proposed;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  get late(): readonly FeedRecord[] {
    return this.#late;
  }

  learn(records: readonly FeedRecord[]): boolean {
    const fresh = new Set<string>();
    const bringing: FeedRecord[] = [];
    for (const record of records) {
      let brings = false;
      for (const name in record.fields) {
        if (this.#names.has(name)) continue;
        if (this.#names.size >= maxNames) continue;
        fresh.add(name);
        brings = true;
      }
      if (brings || this.#hasOf(record, fresh)) bringing.push(record);
      for (const name of fresh) this.#names.add(name);
    }
    if (fresh.size === 0) return false;
    const samples = bringing.slice(0, lateSamples);
    this.#late.push(...samples.slice(0, Math.max(0, lateSamples - this.#late.length)));
    const next = [...fresh].some(isKnownName) ? proposeMapping([...samples, ...this.#head], this.#language) : [];
    this.#proposed = this.#grown(fresh, next);
    return true;
  }

  #hasOf({ fields }: FeedRecord, names: ReadonlySet<string>): boolean {
    for (const name of names) if (fields[name] !== undefined) return true;
    return false;
  }

  #grown(fresh: ReadonlySet<string>, next: readonly FieldMapping[]): readonly FieldMapping[] {
    const before = this.#proposed;
    const named = next.filter(
      ({ from, to, reason }) => fresh.has(from) && reason === 'feedName' && to !== null && isItemField(to),
    );
    const targets = new Set(named.map(({ to }) => to));
    const arePricesOther = targets.has('price') || targets.has('price_before');
    const isOther = (to: string | null) => arePricesOther && (to === 'price' || to === 'price_before');
    const kept = before.filter(({ to }) => !isOther(to));
    const prices = next.filter(({ to }) => isOther(to));
    const added = named.filter(({ from, to }) => !isOther(to) && !kept.some((one) => one.from === from));
    const used = new Set([...prices, ...added].map(({ from }) => from));
    const standing = kept.filter(({ from, to }) => !(used.has(from) && to !== null && to !== 'id' && !isItemField(to)));
    const room = maxSchemaFields - standing.length - used.size;
    const own = [...fresh].filter((from) => !used.has(from)).slice(0, Math.max(0, room));
    return [
      ...standing,
      ...prices,
      ...added,
      ...own.map((from): FieldMapping => ({ from, to: ownName(from), reason: 'ownName' })),
    ];
  }
}

export function keptRecords(records: readonly FeedRecord[], limits = keptRecordLimits): FeedRecord[] {
  const kept: FeedRecord[] = [];
  let bytes = 0;
  for (const { position, fields, problems } of records) {
    if (problems?.some(({ severity }) => severity === 'error')) continue;
    const entries = Object.entries(fields).map(([name, value]) => [withoutNul(name), cut(value, limits)]);
    const record = { position, fields: Object.fromEntries(entries) as FeedRecord['fields'] };
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
