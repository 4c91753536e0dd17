import { useLanguage } from './i18n.ts';
import { languageTag, type Language } from './language.ts';
import { once } from './once.ts';

/** Numbers, money, sizes and time as a language writes them. */
export interface Formats {
  number(value: number): string;
  /** `share` is from 0 to 1. */
  percent(share: number): string;
  /** `currency` is an ISO 4217 code; an unknown one leaves the bare number. */
  money(value: number, currency: string): string;
  bytes(value: number): string;
  /** Exact date and time of epoch milliseconds, in the browser's time zone. */
  moment(epochMs: number): string;
  /** `3 minutes ago`. */
  relative(epochMs: number, nowMs: number): string;
  /** `2 min`, for time that is left. */
  duration(seconds: number): string;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const bytesPerUnit = 1000;

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
  const number = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }));
  const percent = once(() => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }));
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
  const relative = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  return {
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    money: (value, currency) => moneyText(tag, value, currency) ?? number().format(value),
    bytes: (value) => bytesText(tag, value),
    moment: (epochMs) => moment().format(epochMs),
    relative: (epochMs, nowMs) => relativeText(relative(), (epochMs - nowMs) / 1000),
    duration: (seconds) => durationText(tag, seconds),
  };
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

function bytesText(tag: string, value: number): string {
  const exponent = Math.min(Math.floor(Math.log(Math.max(value, 1)) / Math.log(bytesPerUnit)), byteUnits.length - 1);
  const unit = byteUnits[exponent] ?? 'byte';
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: exponent > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(tag, options).format(value / bytesPerUnit ** exponent);
}

function relativeText(format: Intl.RelativeTimeFormat, seconds: number): string {
  if (Math.abs(seconds) < nowSeconds) return format.format(0, 'second');
  const unit = unitOf(seconds);
  return format.format(Math.trunc(seconds / unit.seconds), unit.unit);
}

function durationText(tag: string, seconds: number): string {
  const unit = unitOf(seconds);
  const options = { style: 'unit', unit: unit.unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(tag, options).format(Math.ceil(seconds / unit.seconds));
}

const unitOf = (seconds: number) => timeUnits.find(({ below }) => Math.abs(seconds) < below) ?? timeUnits[5];

const known = new Map<Language, Formats>();

export function useFormats(): Formats {
  const language = useLanguage();
  const formats = known.get(language) ?? formatsOf(language);
  known.set(language, formats);
  return formats;
}
