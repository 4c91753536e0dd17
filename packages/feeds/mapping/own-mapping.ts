import type { FieldRule } from '#contract/values/field-kind.ts';
import { type FeedRecord, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { type FieldMapping, isItemField, ownName } from './item-fields.ts';
import { plainText } from '#feeds/values/plain-text.ts';
import { parseNumber, parsePrice } from '#feeds/values/price.ts';

export interface DecidedMapping {
  readonly mapping: readonly FieldMapping[];
  readonly prepare: (record: FeedRecord) => FeedRecord;
  readonly shown: readonly { readonly from: string; readonly to: string | null }[];
}

const computedMark = '\u0001';
/** `12,5` in `approx. 12,5 cm`. */
const firstNumber = /-?\d(?:[\d\s.,'’]*\d)?/;
const centsPerUnit = 100;

export function decideMapping(proposed: readonly FieldMapping[], rules: readonly FieldRule[]): DecidedMapping {
  if (rules.length === 0) return { mapping: proposed, prepare: (record) => record, shown: proposed };
  const decided = new Set(rules.map(({ to }) => to));
  const used = new Set(rules.flatMap(({ how, from }) => (how === 'first' ? from : [])));
  const feeding = new Set(proposed.flatMap(({ from, to }) => (to === null || decided.has(to) ? [] : [from])));
  const kept = proposed
    .filter(({ from, to }) => isOwn(to) || !decided.has(to ?? '') || !feeding.has(from))
    .map((each) => afterDecisions(each, decided));
  const ignored = kept.filter(({ from, to }) => isOwn(to) && !used.has(from) && decided.has(to ?? '')).map(({ from }) => from);
  const isKept = ({ from, to }: FieldMapping) => !isOwn(to) || (!used.has(from) && !decided.has(to ?? ''));
  const none = (from: string): FieldMapping => ({ from, to: null, reason: 'owner' });
  const visible = [...rules.flatMap(mappingsOf), ...ignored.map(none), ...kept.filter(isKept)];
  const mapping = [...visible, ...[...used].map(none)];
  const computed = rules.filter(isComputed);
  return {
    mapping,
    prepare: computed.length === 0 ? (record) => record : (record) => withComputed(record, computed),
    shown: visible.map(({ from, to }) => ({ from: shownName(from, rules), to })),
  };
}

function afterDecisions(proposal: FieldMapping, decided: ReadonlySet<string>): FieldMapping {
  const { from, to } = proposal;
  return to === null || isOwn(to) || !decided.has(to) ? proposal : { from, to: ownName(from), reason: 'ownName' };
}

function isOwn(to: string | null): boolean {
  return to !== null && to !== 'id' && !isItemField(to);
}

function mappingsOf(rule: FieldRule): FieldMapping[] {
  if (rule.how === 'none') return [];
  if (isComputed(rule)) return [{ from: computedMark + rule.to, to: rule.to, reason: 'owner' }];
  return rule.from.map((from) => ({ from, to: rule.to, reason: 'owner' }));
}

function isComputed(rule: FieldRule): boolean {
  const isChanged = rule.strips_html || rule.split_by !== '' || rule.reads_as !== '';
  return rule.how !== 'none' && (rule.how !== 'first' || isChanged || (isOwn(rule.to) && rule.from.length > 1));
}

function shownName(from: string, rules: readonly FieldRule[]): string {
  const rule = from.startsWith(computedMark) ? rules.find(({ to }) => to === from.slice(1)) : undefined;
  if (!rule) return from;
  return rule.how === 'constant' ? `“${rule.text}”` : rule.from.join(rule.how === 'join' ? ' + ' : ', ');
}

function withComputed(record: FeedRecord, rules: readonly FieldRule[]): FeedRecord {
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  for (const rule of rules) {
    const value = valueOf(rule, record);
    if (value !== undefined) fields[computedMark + rule.to] = value;
  }
  return { ...record, fields };
}

function valueOf(rule: FieldRule, { fields }: FeedRecord): RecordValue | undefined {
  if (rule.how === 'constant') return rule.text === '' ? undefined : changed(rule.text, rule);
  const values = rule.from.flatMap((name) => fields[name] ?? []);
  if (rule.how === 'join') {
    const texts = values.map(String).filter((text) => text !== '');
    return texts.length === 0 ? undefined : changed(texts.join(rule.text), rule);
  }
  const first = rule.from.map((name) => fields[name]).find((value) => value !== undefined && value !== '');
  return first === undefined ? undefined : changed(first, rule);
}

function changed(value: RecordValue, rule: FieldRule): RecordValue {
  let texts = [value].flat().map((each) => (rule.strips_html ? plainText(String(each)) : each));
  const { split_by: separator } = rule;
  if (separator !== '') {
    texts = texts
      .flatMap((text) =>
        String(text)
          .split(separator)
          .map((part) => part.trim()),
      )
      .filter((text) => text !== '');
  }
  const read = texts.map((text) => readAs(text, rule));
  if (read.length === 1 && separator === '') return read[0] ?? '';
  return read.every((each) => typeof each === 'number') ? read : read.map(String);
}

function readAs(value: string | number | boolean, { reads_as: reading, to }: FieldRule): string | number | boolean {
  if (reading === 'number') return numberIn(String(value)) ?? value;
  if (reading === '') return value;
  const price = typeof value === 'number' ? { amount: value, currency: null } : parsePrice(String(value));
  if (!price) return value;
  const amount = reading === 'cents' ? price.amount / centsPerUnit : price.amount;
  return price.currency === null || !isItemField(to) ? amount : `${amount} ${price.currency}`;
}

function numberIn(text: string): number | null {
  const found = firstNumber.exec(text)?.[0].replaceAll(/\s/g, ' ');
  return found === undefined ? null : parseNumber(found);
}
