import { pathSeparator } from '#contract/item.ts';
import { byteSize, unitText } from '#contract/texts/byte-size.ts';
import { currentLanguage, t, type Translate } from './i18n.ts';
import { languageTag } from '#contract/texts/languages.ts';

export interface Formats {
  number(value: number): string;
  /** `12.4k` */
  compact(value: number): string;
  score(value: number): string;
  /** `share` is from 0 to 1. */
  percent(share: number): string;
  /** `+8%` */
  change(share: number): string;
  /** `+3`, `−2`, `0`. */
  difference(value: number): string;
  /** `10.90`. `currency` is an ISO 4217 code; an unknown or empty one leaves the bare amount. */
  money(value: number, currency: string): string;
  bytes(value: number): string;
  moment(epochMs: number): string;
  momentIn(epochMs: number, timeZone: string): string;
  /** `Fri 27 Nov 00:00`, in one line; with the year if it isn't this one. */
  comingIn(epochMs: number, timeZone: string): string;
  /** `21 Nov 2026` */
  dayIn(epochMs: number, timeZone: string): string;
  /** From an ISO 639-1 code. */
  language(code: string): string;
  /** Within a sentence: `čeština`. */
  languageInText(code: string): string;
  /** From an ISO 4217 code. */
  currency(code: string): string;
  relative(epochMs: number, nowMs: number): string;
  /** `2 min` */
  duration(seconds: number): string;
  /** `0.4 sec`, `1 min 35 sec` */
  elapsed(milliseconds: number): string;
  /** `21 Nov` */
  shortDay(epochMs: number): string;
  time(epochMs: number): string;
  /** From one `YYYY-MM-DD` to another. */
  days(from: string, to: string): string;
  list(words: readonly string[]): string;
}

/** From the finest. A unit is used below `below` seconds. */
const timeUnits = [
  { unit: 'second', below: 60, seconds: 1 },
  { unit: 'minute', below: 3_600, seconds: 60 },
  { unit: 'hour', below: 86_400, seconds: 3_600 },
  { unit: 'day', below: 2_592_000, seconds: 86_400 },
  { unit: 'month', below: 31_536_000, seconds: 2_592_000 },
  { unit: 'year', below: Infinity, seconds: 31_536_000 },
] as const;
const nowSeconds = 10;

const formatters = new Map<string, unknown>();

/** Cached: `Intl` formats take milliseconds each. */
function shown<Options extends object, Format>(Kind: new (tag: string, options: Options) => Format, options: Options): Format {
  const tag = shownTag();
  const key = `${tag} ${Kind.name} ${JSON.stringify(options)}`;
  const format = (formatters.get(key) as Format | undefined) ?? new Kind(tag, options);
  formatters.set(key, format);
  return format;
}

const shownTag = (): string => languageTag(currentLanguage());
const ofNumber = (options: Intl.NumberFormatOptions) => {
  const format = shown(Intl.NumberFormat, options);
  // Most languages of `Intl` write a hyphen.
  return { format: (value: number) => format.format(value).replace('-', '−') };
};
const ofTime = (options: Intl.DateTimeFormatOptions) => shown(Intl.DateTimeFormat, options);

export const formats: Formats = {
  number: (value) => ofNumber({ maximumFractionDigits: 2, signDisplay: 'negative' }).format(value),
  compact: (value) => ofNumber({ notation: 'compact', maximumFractionDigits: 1 }).format(value),
  score: (value) => ofNumber({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
  percent: (share) => ofNumber({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'negative' }).format(share),
  change: (share) => ofNumber({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(share),
  difference: (value) => ofNumber({ maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(value),
  money: (value, currency) => moneyText(value, currency) ?? ofNumber(amount).format(value),
  bytes: (value) => byteSize(shownTag(), value),
  moment: (epochMs) => ofTime({ dateStyle: 'medium', timeStyle: 'short' }).format(epochMs),
  momentIn: (epochMs, timeZone) => ofTime({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(epochMs),
  comingIn: (epochMs, timeZone) => plannedText(epochMs, timeZone),
  dayIn: (epochMs, timeZone) => ofTime({ dateStyle: 'medium', timeZone }).format(epochMs),
  language: (code) => capitalised(formats.languageInText(code)),
  languageInText: (code) => (/^[a-z]{2}$/.test(code) ? nameOf('language', code) : code),
  currency: (code) => (/^[A-Z]{3}$/.test(code) ? capitalised(nameOf('currency', code)) : code),
  relative: (epochMs, nowMs) => relativeText(shown(Intl.RelativeTimeFormat, { numeric: 'auto' as const }), epochMs, nowMs),
  duration: (seconds) => durationText(shownTag(), seconds),
  elapsed: (milliseconds) => elapsedText(shownTag(), milliseconds / 1000),
  shortDay: (epochMs) => ofTime({ day: 'numeric', month: 'short' }).format(epochMs),
  time: (epochMs) => ofTime({ timeStyle: 'short' }).format(epochMs),
  days: (from, to) => ofTime({ dateStyle: 'long', timeZone: 'UTC' }).formatRange(Date.parse(from), Date.parse(to)),
  list: (words) => words.join(shownTag().startsWith('zh') || shownTag() === 'ja' ? '、' : ', '),
};

const nameOf = (type: 'language' | 'currency', code: string): string => shown(Intl.DisplayNames, { type }).of(code) ?? code;
const capitalised = (name: string): string => name.charAt(0).toLocaleUpperCase(shownTag()) + name.slice(1);

/** Choices of a select, by name. */
export const languageChoices = (codes: readonly string[]): { readonly value: string; readonly label: string }[] =>
  codes
    .map((value) => ({ value, label: formats.language(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, shownTag()));

function plannedText(epochMs: number, timeZone: string): string {
  const isThisYear = new Date(epochMs).getFullYear() === new Date().getFullYear();
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' as const }) } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return ofTime({ ...day, ...time, timeZone })
    .format(epochMs)
    .replaceAll(' ', '\u00A0');
}

const amount = { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const;

function moneyText(value: number, currency: string): string | null {
  try {
    return ofNumber({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(value);
  } catch {
    return null;
  }
}

function relativeText(format: Intl.RelativeTimeFormat, epochMs: number, nowMs: number): string {
  const seconds = (epochMs - nowMs) / 1000;
  if (Math.abs(seconds) < nowSeconds) return format.format(0, 'second');
  if (seconds > 0) return comingText(format, epochMs, nowMs);
  const unit = unitOf(seconds);
  // Calendar days, not 24 hours.
  if (unit.unit === 'day') return format.format(Math.round((midnightOf(epochMs) - midnightOf(nowMs)) / dayMs), 'day');
  return format.format(Math.trunc(seconds / unit.seconds), unit.unit);
}

function comingText(format: Intl.RelativeTimeFormat, epochMs: number, nowMs: number): string {
  const seconds = (epochMs - nowMs) / 1000;
  const nearest = (size: number) => Math.round(seconds / size);
  const { unit, seconds: size } = timeUnits.find((one) => nearest(one.seconds) * one.seconds < one.below) ?? timeUnits[5];
  if (unit !== 'day') return format.format(nearest(size), unit);
  // Calendar days from tomorrow on, hours before.
  const days = Math.round((midnightOf(epochMs) - midnightOf(nowMs)) / dayMs);
  return days > 0 ? format.format(days, 'day') : format.format(nearest(3_600), 'hour');
}

const dayMs = 86_400_000;
const midnightOf = (epochMs: number): number => new Date(epochMs).setHours(0, 0, 0, 0);

function durationText(tag: string, seconds: number): string {
  const unit = unitOf(seconds);
  const options = { style: 'unit', unit: unit.unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return unitText(tag, Math.ceil(seconds / unit.seconds), options);
}

const tenthsBelowSeconds = 10;

function elapsedText(tag: string, seconds: number): string {
  const say = (value: number, unit: string, digits = 0) =>
    unitText(tag, value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits });
  if (seconds < tenthsBelowSeconds) return say(seconds, 'second', 1);
  const whole = Math.round(seconds);
  const { unit, seconds: size } = unitOf(whole);
  const finer = timeUnits[timeUnits.findIndex((candidate) => candidate.unit === unit) - 1];
  const rest = finer ? Math.floor((whole % size) / finer.seconds) : 0;
  const largest = say(Math.floor(whole / size), unit);
  return finer && rest > 0 ? `${largest} ${say(rest, finer.unit)}` : largest;
}

const unitOf = (seconds: number) => timeUnits.find(({ below }) => Math.abs(seconds) < below) ?? timeUnits[5];

interface Counted {
  readonly value: string | null;
  readonly why?: string | undefined;
  readonly isEstimated: boolean;
}

export function useCounted({ value, why, isEstimated }: Counted): { readonly text: string; readonly title: string | undefined } {
  if (value === null) return { text: '–', title: why ?? t('not tracked') };
  return isEstimated ? { text: `≈ ${value}`, title: t('Estimated, within 2%.') } : { text: value, title: undefined };
}

/** Lower case without diacritics, for searching. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const characters = new Intl.Segmenter();

const firstOf = (text: string): string => characters.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

export const initials = (...words: readonly string[]): string => words.map(firstOf).join('').toUpperCase();

/** Joins words inside a sentence's own quotes. */
export const quoted = (t: Translate, [first = '', ...others]: readonly string[]): string =>
  others.reduce((words, word) => t('{words}”, “{word}', { words, word }), first);

interface Named {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

export function nameAmong(project: Named, projects: readonly Named[]): string {
  const mark = toldApartBy(project, projects);
  return mark === null ? project.name : `${project.name} (${mark})`;
}

/** Website or number; null if the name is unique. */
export function toldApartBy({ id, name, url }: Named, projects: readonly Named[]): string | null {
  const namesakes = projects.filter((other) => other.id !== id && other.name === name);
  if (namesakes.length === 0) return null;
  return url === '' || namesakes.some((other) => other.url === url) ? `#${id}` : shortAddress(url);
}

export function valueText(t: Translate, { number }: Formats, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('On') : t('Off');
  if (typeof value === 'number') return number(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : '–';
}

/** `Kind: All` */
export const anyOf = (label: string): string => `${label}: ${t('All')}`;

interface CountedResults {
  readonly total_count: number;
  readonly all_words_count?: number | undefined;
}

/** `24 results`, or `8 of 24 results have all words` where fewer words suffice. */
export function resultsText({ total_count: count, all_words_count: exact }: CountedResults): string {
  if (exact === undefined) return t('{count} results', { count });
  return t('{exact} of {count} results have all words', { exact: formats.number(exact), count });
}

/** `Kitchen › Kettles` */
export const categoryText = (path: string): string => path.replaceAll(pathSeparator, ' › ');
