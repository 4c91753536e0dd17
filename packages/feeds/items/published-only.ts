import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { FeedRecord, RecordBatches, RecordOrigin } from '#feeds/feed-record.ts';
import { Columns, platformNamed } from '#feeds/platforms/recognise-platform.ts';
import { type RecordWork, withSampledWork } from '#feeds/sampled-work.ts';
import { hidingValues, isHiding } from './hiding-fields.ts';

const maxNames = 20_000;
const maxHeld = 5000;
const maxHeldChars = 16 * 1024 * 1024;

interface Rule {
  readonly name: string;
  readonly hides: RegExp;
  /** A field that hides everything means something else. Known platforms have no such fields. */
  isCertain: boolean;
  held: FeedRecord[];
  heldChars: number;
  isIgnored: boolean;
}

/**
 * Skips drafts, archived, private and hidden products, and counts them. Products that a field hides wait until it shows another
 * one: then it means that. Reports fields that hide everything and are ignored.
 */
export function publishedOnly(batches: RecordBatches, tell: (warning: FeedWarning) => void): RecordBatches {
  return withSampledWork(
    batches,
    (sampled) => new PublishedOnly(sampled.find(({ origin }) => origin !== undefined)?.origin, tell),
  );
}

class PublishedOnly implements RecordWork {
  #hiddenCount = 0;
  #shownCount = 0;
  #hidingField = '';
  readonly #rules = new Map<string, Rule | null>();
  readonly #tell: (warning: FeedWarning) => void;

  constructor(origin: RecordOrigin | undefined, tell: (warning: FeedWarning) => void) {
    this.#tell = tell;
    const columns = new Columns(origin?.columns ?? [], origin?.headings);
    const platform = origin && platformNamed(origin.platform);
    for (const [column, hides] of Object.entries(platform?.hides ?? {}))
      for (const name of columns.named(column)) this.#rules.set(name, newRule(name, hides, platform?.mayHideNone !== true));
  }

  read(records: readonly FeedRecord[]): FeedRecord[] {
    const shown: FeedRecord[] = [];
    for (const record of records) {
      const rule = this.#hidingRule(record);
      if (rule === null || rule.isIgnored) shown.push(record);
      else if (rule.isCertain) this.#skip(1, rule);
      else shown.push(...hold(record, rule));
    }
    this.#shownCount += shown.length;
    return shown;
  }

  end(): FeedRecord[] {
    const rules = [...this.#rules.values()].filter((rule) => rule !== null);
    // `hidden`: yes, where the others have nothing.
    for (const rule of rules) if (this.#shownCount > 0 && rule.held.length > 0 && rule.hides.test('yes')) this.#certify(rule);
    const held = rules.flatMap((rule) => rule.held);
    const ignored = rules.find((rule) => rule.isIgnored || rule.held.length > 0);
    if (ignored) this.#tell({ code: 'hidingIgnored', details: { field: ignored.name } });
    if (this.#hiddenCount > 0)
      this.#tell({ code: 'unpublishedItems', details: { count: this.#hiddenCount, field: this.#hidingField } });
    return held;
  }

  #hidingRule({ fields }: FeedRecord): Rule | null {
    let found: Rule | null = null;
    for (const name in fields) {
      const rule = this.#rules.get(name) ?? this.#newRule(name);
      if (rule === null) continue;
      if (isHiding(rule.hides, fields[name])) found = found === null || rule.isCertain ? rule : found;
      else if (!rule.isCertain) this.#certify(rule);
    }
    return found;
  }

  #newRule(name: string): Rule | null {
    if (this.#rules.has(name) || this.#rules.size >= maxNames) return null;
    const hides = hidingValues(name);
    const rule = hides === null ? null : newRule(name, hides, false);
    this.#rules.set(name, rule);
    return rule;
  }

  #certify(rule: Rule): void {
    rule.isCertain = true;
    rule.isIgnored = false;
    this.#skip(rule.held.length, rule);
    rule.held = [];
  }

  #skip(count: number, { name }: Rule): void {
    this.#hiddenCount += count;
    if (count > 0) this.#hidingField ||= name;
  }
}

const newRule = (name: string, hides: RegExp, isCertain: boolean): Rule => ({
  name,
  hides,
  isCertain,
  held: [],
  heldChars: 0,
  isIgnored: false,
});

/** Too many are released again. */
function hold(record: FeedRecord, rule: Rule): FeedRecord[] {
  rule.held.push(record);
  for (const name in record.fields) rule.heldChars += String(record.fields[name]).length;
  if (rule.held.length <= maxHeld && rule.heldChars <= maxHeldChars) return [];
  rule.isIgnored = true;
  const released = rule.held;
  rule.held = [];
  return released;
}
