import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { sampleSize } from '#feeds/limits.ts';
import { normalName, plainName } from './own-name.ts';

export interface FieldSamples {
  readonly from: string;
  readonly normal: string;
  /** See `plainName`. */
  readonly plain: string;
  /** The plain names of a header such as `EAN / GTIN`, and what is left without a beginning that all fields share. */
  readonly alternatives: readonly string[];
  /** First values, as text, in the order of the records. */
  readonly texts: readonly string[];
  /** Of the sampled records, the share that has the field. */
  readonly presence: number;
  /** Different values per value. */
  readonly distinctness: number;
  readonly averageWords: number;
  readonly averageChars: number;
}

export function sampleFields(records: readonly FeedRecord[]): FieldSamples[] {
  const sampled = records.filter((record) => !record.problems?.some(({ severity }) => severity === 'error')).slice(0, sampleSize);
  const texts = new Map<string, string[]>();
  for (const { fields } of sampled) {
    for (const from in fields) {
      const text = textOf(fields[from]);
      const known = texts.get(from);
      if (known) known.push(text);
      else texts.set(from, [text]);
    }
  }
  const beginning = sharedBeginning([...texts.keys()].map(normalName));
  return [...texts].map(([from, values]) => describe(from, values, sampled.length, beginning));
}

const leastFields = 4;
const leastShare = 0.6;
const shortestBeginning = 2;
const longestBeginning = 6;

/** `product_` of `product_name` and `product_price`, or `ox` of `oxid` and `oxtitle`: what most, or even all names begin with. */
function sharedBeginning(names: readonly string[]): string {
  if (names.length < leastFields) return '';
  const words = Map.groupBy(names, (name) => name.slice(0, name.indexOf('_') + 1));
  const [word, its] = [...words].reduce((most, each) => (each[1].length > most[1].length ? each : most));
  if (word !== '' && its.length >= names.length * leastShare) return word;
  const [first = '', ...others] = names;
  let length = Math.min(first.length, longestBeginning);
  while (length > 0 && !others.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return length >= shortestBeginning ? first.slice(0, length) : '';
}

export function shareOf(field: FieldSamples, test: (text: string) => boolean): number {
  return field.texts.filter(test).length / Math.max(1, field.texts.length);
}

function describe(from: string, texts: readonly string[], recordCount: number, beginning: string): FieldSamples {
  const average = (measure: (text: string) => number): number =>
    texts.reduce((sum, text) => sum + measure(text), 0) / texts.length;
  const plain = plainName(from);
  const parts = /\S ?[/|] ?\S/.test(from) ? from.split(/\s*[/|]\s*/).map(plainName) : [];
  return {
    from,
    normal: normalName(from),
    plain,
    alternatives: beginning !== '' && plain.startsWith(beginning) ? [...parts, plain.slice(beginning.length)] : parts,
    texts,
    presence: texts.length / recordCount,
    distinctness: new Set(texts).size / texts.length,
    averageWords: average((text) => text.split(/\s+/).length),
    averageChars: average((text) => text.length),
  };
}

function textOf(value: RecordValue | undefined): string {
  return String((Array.isArray(value) ? value[0] : value) ?? '').trim();
}
