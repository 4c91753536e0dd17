import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { sampleSize } from '#feeds/limits.ts';
import { normalName, plainName } from './own-name.ts';
import { languageBefore, languageBehind } from './known-names.ts';

export interface FieldSamples {
  readonly from: string;
  readonly normal: string;
  readonly plain: string;
  /** The parts of `EAN / GTIN`, and the name without a prefix that all fields share. */
  readonly alternatives: readonly string[];
  readonly texts: readonly string[];
  readonly presence: number;
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

/** `product_` of `product_name`, `product_price` …, or `ox` of `oxid`, `oxtitle` … */
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

const languageOfCountry: Readonly<Record<string, string>> = { ua: 'uk', cz: 'cs', gr: 'el', dk: 'da', se: 'sv' };

/** `name_ua` is `name` in Ukrainian; the language of `name` is null. */
function split({ plain }: FieldSamples): { readonly base: string; readonly language: string | null } {
  const [said] = languageBehind.exec(plain) ?? languageBefore.exec(plain) ?? [];
  if (said === undefined) return { base: plain, language: null };
  const code = said.replace(/^_/, '').slice(0, 2);
  return { base: plain.replace(said, ''), language: languageOfCountry[code] ?? code };
}

/** Moves the field of the project's language to the front, if it has the same name or the best one is in another language. */
export function ofLanguageFirst(fields: readonly FieldSamples[], language: string | null): readonly FieldSamples[] {
  const [best] = fields;
  if (best === undefined || language === null) return fields;
  const { base, language: bestLanguage } = split(best);
  if (bestLanguage === language) return fields;
  const inLanguage = fields.filter((field) => split(field).language === language);
  const own = inLanguage.find((field) => split(field).base === base) ?? (bestLanguage === null ? undefined : inLanguage[0]);
  return own === undefined ? fields : [own, ...fields.filter((field) => field !== own)];
}

export function areSameButForLanguage(one: FieldSamples, other: FieldSamples): boolean {
  return split(one).base === split(other).base;
}
