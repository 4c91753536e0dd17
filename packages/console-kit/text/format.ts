import { byteSize, unitText } from '#contract/texts/byte-size.ts';
import { currentLanguage, useLanguage } from './i18n.ts';
import { languageTag, type Language } from './language.ts';
import { once } from '#console-kit/state/once.ts';

export interface Formats {
  number(value: number): string;
  /** `12.4k`: short, for axes. */
  compact(value: number): string;
  /** `6.00`: with as many decimals as others in its column. */
  score(value: number): string;
  /** `share` is from 0 to 1. */
  percent(share: number): string;
  /** `+8%`: a change in whole percent, with its sign. */
  change(share: number): string;
  /** `currency` is an ISO 4217 code; an unknown one leaves the bare number. */
  money(value: number, currency: string): string;
  bytes(value: number): string;
  /** Exact date and time of epoch milliseconds, in the browser's time zone. */
  moment(epochMs: number): string;
  /** The same by the clocks of a time zone. */
  momentIn(epochMs: number, timeZone: string): string;
  /** `21 Nov 2026`, by the clocks of a time zone. */
  dayIn(epochMs: number, timeZone: string): string;
  /** `Czech`, by its ISO 639-1 code; what is none stays as it is. */
  language(code: string): string;
  /** `Czech Koruna`, by its ISO 4217 code; what is none stays as it is. */
  currency(code: string): string;
  /** `3 minutes ago`. */
  relative(epochMs: number, nowMs: number): string;
  /** `2 min`, for time that is left. */
  duration(seconds: number): string;
  /** `0.4 sec`, `1 min 35 sec`: how long something took. */
  elapsed(milliseconds: number): string;
  /** `21 Nov`, in the browser's time zone. */
  shortDay(epochMs: number): string;
  /** `14:05`, in the browser's time zone. */
  time(epochMs: number): string;
  /** From one `YYYY-MM-DD` to another. */
  days(from: string, to: string): string;
}

/** From the finest unit: below how many seconds it is used, and how many seconds it has. */
const timeUnits = [
  { unit: 'second', below: 60, seconds: 1 },
  { unit: 'minute', below: 3_600, seconds: 60 },
  { unit: 'hour', below: 86_400, seconds: 3_600 },
  { unit: 'day', below: 2_592_000, seconds: 86_400 },
  { unit: 'month', below: 31_536_000, seconds: 2_592_000 },
  { unit: 'year', below: Infinity, seconds: 31_536_000 },
] as const;
/** Seconds that count as now; ticking seconds would only be noise. */
const nowSeconds = 10;

function formatsOf(language: Language): Formats {
  const tag = languageTag(language);
  const number = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 2, signDisplay: 'negative' }));
  const compact = once(() => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }));
  const score = once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
  const percent = once(() => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'negative' }));
  const change = once(
    () => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
  );
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
  const shortDay = once(() => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }));
  const time = once(() => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }));
  const days = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }));
  const relative = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  return {
    number: (value) => number().format(value),
    compact: (value) => compact().format(value),
    score: (value) => score().format(value),
    percent: (share) => percent().format(share),
    change: (share) => change().format(share),
    money: (value, currency) => moneyText(tag, value, currency) ?? number().format(value),
    bytes: (value) => byteSize(tag, value),
    moment: (epochMs) => moment().format(epochMs),
    momentIn: (epochMs, timeZone) => zoned(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(epochMs),
    dayIn: (epochMs, timeZone) => zoned(tag, { dateStyle: 'medium', timeZone }).format(epochMs),
    language: (code) => (/^[a-z]{2}$/.test(code) ? nameOf(tag, 'language', code) : code),
    currency: (code) => (/^[A-Z]{3}$/.test(code) ? nameOf(tag, 'currency', code) : code),
    relative: (epochMs, nowMs) => relativeText(relative(), epochMs, nowMs),
    duration: (seconds) => durationText(tag, seconds),
    elapsed: (milliseconds) => elapsedText(tag, milliseconds / 1000),
    shortDay: (epochMs) => shortDay().format(epochMs),
    time: (epochMs) => time().format(epochMs),
    days: (from, to) => days().formatRange(Date.parse(from), Date.parse(to)),
  };
}

const displayNames = new Map<string, Intl.DisplayNames>();

/** As it begins a sentence. */
function nameOf(tag: string, type: 'language' | 'currency', code: string): string {
  const key = `${tag} ${type}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames(tag, { type });
  displayNames.set(key, names);
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const zonedFormats = new Map<string, Intl.DateTimeFormat>();

function zoned(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = zonedFormats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  zonedFormats.set(key, format);
  return format;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyText(tag: string, value: number, currency: string): string | null {
  try {
    const key = `${tag} ${currency}`;
    const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
    const format = moneyFormats.get(key) ?? new Intl.NumberFormat(tag, options);
    moneyFormats.set(key, format);
    return format.format(value);
  } catch {
    return null;
  }
}

function relativeText(format: Intl.RelativeTimeFormat, epochMs: number, nowMs: number): string {
  const seconds = (epochMs - nowMs) / 1000;
  if (Math.abs(seconds) < nowSeconds) return format.format(0, 'second');
  if (seconds > 0) return comingText(format, epochMs, nowMs);
  const unit = unitOf(seconds);
  // Yesterday is a day of the calendar, not the last 24 hours but 24.
  if (unit.unit === 'day') return format.format(Math.round((midnightOf(epochMs) - midnightOf(nowMs)) / dayMs), 'day');
  return format.format(Math.trunc(seconds / unit.seconds), unit.unit);
}

/** To the nearest: who is told “in 1 hour” plans by it. */
function comingText(format: Intl.RelativeTimeFormat, epochMs: number, nowMs: number): string {
  const seconds = (epochMs - nowMs) / 1000;
  const nearest = (size: number) => Math.round(seconds / size);
  const { unit, seconds: size } = timeUnits.find((one) => nearest(one.seconds) * one.seconds < one.below) ?? timeUnits[5];
  if (unit !== 'day') return format.format(nearest(size), unit);
  // Late today is in so many hours, tomorrow a day of the calendar.
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

/** Tenths of a second count up to this many. */
const tenthsBelowSeconds = 10;

/** Its two largest units, the smaller one only where it is not 0. */
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

const known = new Map<Language, Formats>();

function formatsIn(language: Language): Formats {
  const formats = known.get(language) ?? formatsOf(language);
  known.set(language, formats);
  return formats;
}

export const useFormats = (): Formats => formatsIn(useLanguage());

/** Where no component is: those of the language that is shown now. */
export const currentFormats = (): Formats => formatsIn(currentLanguage());
