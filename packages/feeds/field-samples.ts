import type { FeedRecord, RecordValue } from './feed-record.ts';
import { sampleSize } from './limits.ts';
import { normalName, plainName } from './own-name.ts';

/** What sampled records show about one field of the feed. */
export interface FieldSamples {
  readonly from: string;
  readonly normal: string;
  /** See `plainName`. */
  readonly plain: string;
  /** The plain names of a header such as `EAN / GTIN`. */
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
  return [...texts].map(([from, values]) => describe(from, values, sampled.length));
}

export function shareOf(field: FieldSamples, test: (text: string) => boolean): number {
  return field.texts.filter(test).length / Math.max(1, field.texts.length);
}

function describe(from: string, texts: readonly string[], recordCount: number): FieldSamples {
  const average = (measure: (text: string) => number): number =>
    texts.reduce((sum, text) => sum + measure(text), 0) / texts.length;
  return {
    from,
    normal: normalName(from),
    plain: plainName(from),
    alternatives: /\S ?[/|] ?\S/.test(from) ? from.split(/\s*[/|]\s*/).map(plainName) : [],
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
