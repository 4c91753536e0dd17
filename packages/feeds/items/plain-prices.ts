import { datedPrices } from './dated-prices.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { knownNames, namePatterns, unwrapped } from '#feeds/mapping/known-names.ts';
import { countryOf, currencyOfCountry, currencyOfSign, writtenFor, writtenIn } from '#feeds/values/countries.ts';
import { currencyInName, currencyOf, threeDecimalCurrencies, wholeCurrencies } from '#feeds/values/currencies.ts';
import { countNumber, newWriting, type NumberWriting, readingOf, type Sign } from '#feeds/values/number-writing.ts';
import { parsePrice } from '#feeds/values/price.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

const priceNames: ReadonlySet<string> = new Set([...knownNames.price, ...knownNames.price_before]);
const currencyNames: ReadonlySet<string> = new Set(knownNames.currency);
const namesIn: readonly (readonly [string, RegExp])[] = [
  ['es', /^precio|^oferta$/],
  ['pt', /^preco/],
];
const sharedSign = /(?<![\p{L}$])(?:\$|kr|rs|¥)(?![\p{L}$])\.?/iu;
const needsLook = /[.,]\d{3}(?!\d)|[$¥]|(?<!\p{L})(?:kr|rs)(?!\p{L})/iu;
const longestPrice = 60;
/** Later values are looked at only if they are unclear. */
const countedValues = 5_000;

export interface PriceSurroundings {
  /** ISO 639-1 */
  readonly language: string | null;
  /** The shop’s and the feed’s. */
  readonly addresses: readonly (string | null)[];
  /** Written above the items. */
  readonly currency: string | null;
}

/**
 * Prices within their dates, without signs between thousands, and with the currency of the shop's country for `$` and `kr`. Decided by all values
 * of a column so far; values that stay unclear are reported.
 */
export function withPlainPrices(
  batches: RecordBatches,
  surroundings: PriceSurroundings,
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  return withSampledWork(batches, (head) => {
    const prices = new PriceWriting(head, surroundings, tell);
    return {
      read: (records) => records.map((record) => prices.plain(record)),
      end: () => prices.end(),
    };
  });
}

class PriceWriting {
  readonly #columns = new Map<string, NumberWriting | 'date' | null>();
  readonly #dated = datedPrices(Date.now());
  readonly #all = newWriting();
  readonly #habits = { language: null as string | null, hasSigns: false, hasThreeDecimals: false };
  readonly #told = new Set<string>();
  readonly #tell: (warning: FeedWarning) => void;
  readonly #country: string | null;
  readonly #language: string | null;
  readonly #currency: string | null;
  #countryCurrency: string | null;
  readonly #hasCurrencies: boolean;
  #headLeft: number;

  constructor(head: readonly FeedRecord[], surroundings: PriceSurroundings, tell: (warning: FeedWarning) => void) {
    this.#tell = tell;
    this.#headLeft = head.length;
    const names = [...new Set(head.flatMap(({ fields }) => Object.keys(fields)))].map(plainName);
    const [language] = namesIn.find(([, form]) => names.some((name) => form.test(name))) ?? [surroundings.language];
    this.#language = language;
    const hasCurrencies = names.some((name) => [name, ...unwrapped(name)].some((each) => currencyNames.has(each)));
    this.#hasCurrencies = hasCurrencies;
    this.#currency = hasCurrencies ? null : surroundings.currency;
    this.#country = countryOf([...surroundings.addresses, ...pagesIn(head)], language);
    this.#countryCurrency = hasCurrencies ? null : currencyOfCountry(this.#country, language);
    this.#habits.language = writtenIn(this.#country) ?? writtenFor(currencyIn(head)) ?? language;
    for (const { fields } of head) for (const name in fields) this.#count(name, fields[name]);
    if (head.some((record) => this.#saysCurrency(record))) this.#countryCurrency = null;
  }

  #count(name: string, value: RecordValue | undefined): void {
    const column = this.#columnOf(name);
    if (column === null || column === 'date') return;
    const text = String(Array.isArray(value) ? value[0] : value);
    if (typeof value === 'number' || text.length > longestPrice) return;
    countNumber(text, column);
    countNumber(text, this.#all);
    this.#habits.hasSigns ||= /\d/.test(text) && /[^\d\s.,'’+-]/.test(text) && !/[A-Z]{3}/.test(text);
    const currency = needsLook.test(text) ? (parsePrice(text)?.currency ?? currencyInName(name)) : null;
    this.#habits.hasThreeDecimals ||= currency !== null && threeDecimalCurrencies.has(currency);
  }

  #columnOf(name: string): NumberWriting | 'date' | null {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = this.#dated.isDate(name) ? 'date' : isPriceName(name) ? newWriting() : null;
      this.#columns.set(name, column);
    }
    return column;
  }

  plain(record: FeedRecord): FeedRecord {
    const isCounted = this.#headLeft > 0;
    this.#headLeft -= 1;
    let fields: Record<string, RecordValue> | null = null;
    let [hasPrice, hasDate] = [false, false];
    for (const name in record.fields) {
      const column = this.#columnOf(name);
      if (column === null) continue;
      if (column === 'date') {
        hasDate = true;
        continue;
      }
      hasPrice = true;
      const value = record.fields[name];
      if (typeof value !== 'string' && !Array.isArray(value)) continue;
      if (!isCounted && (column.count < countedValues || needsLook.test(String(value)))) this.#count(name, value);
      if (!needsLook.test(String(value))) continue;
      fields ??= Object.assign(emptyFields(), record.fields);
      fields[name] =
        typeof value === 'string'
          ? this.#plain(name, value, column)
          : value.map((each) => this.#plain(name, String(each), column));
    }
    const currency =
      this.#currency ?? (this.#countryCurrency !== null && !this.#saysCurrency(record) ? this.#countryCurrency : null);
    if (hasPrice && currency !== null) {
      fields ??= Object.assign(emptyFields(), record.fields);
      fields['currency'] = currency;
    }
    const plain = fields === null ? record : { ...record, fields };
    return hasDate ? this.#dated.inTime(plain) : plain;
  }

  #saysCurrency({ fields }: FeedRecord): boolean {
    for (const name in fields) {
      if (currencyNames.has(plainName(name))) return true;
      const column = this.#columnOf(name);
      if (column === null || column === 'date') continue;
      if (currencyInName(name) !== null || /\d\s*[^\d\s.,'’+-]|[^\d\s.,'’+-]\s*\d/.test(String(fields[name]))) return true;
    }
    return false;
  }

  #reading(sign: Sign, column: NumberWriting) {
    const own = readingOf(sign, column, this.#habits);
    return own.isSure ? own : readingOf(sign, this.#all, this.#habits);
  }

  /** Reports prices that later ones contradict. */
  end(): [] {
    for (const [name, column] of this.#columns) {
      if (column === null || column === 'date' || !column.first) continue;
      const { sign, text, isThousands } = column.first;
      if (this.#reading(sign, column).isThousands !== isThousands)
        this.#warn('unclearPrices', name, text, plainNumber(text, sign, isThousands));
    }
    return [];
  }

  #plain(name: string, text: string, column: NumberWriting): string {
    if (text.length > longestPrice) return text;
    const sign = wholeCurrencies.has(parsePrice(text)?.currency ?? '') ? null : countNumber(text, newWriting());
    if (sign === null) return this.#withCurrency(name, text, text);
    const { isThousands, isSure } = this.#reading(sign, column);
    if (column.first === undefined) column.first = { sign, text, isThousands };
    const plain = plainNumber(text, sign, isThousands);
    if (!isSure) this.#warn('unclearPrices', name, text, plain);
    return this.#withCurrency(name, text, plain);
  }

  /** `$` is a peso where Spanish is spoken, and never a US dollar before `65.000`. */
  #withCurrency(name: string, given: string, text: string): string {
    const sign = sharedSign.exec(text)?.[0];
    if (sign === undefined || currencyInName(name) !== null) return text;
    const language = this.#language;
    const currency = currencyOfSign(sign, this.#country, language);
    if (currency !== null) return text.replace(sign, ` ${currency} `);
    const isOther = language === 'es' || language === 'pt' || (given.includes('.') && !text.includes('.'));
    if (!sign.startsWith('$') || !isOther) return text;
    if (this.#currency === null && !this.#hasCurrencies) this.#warn('unclearCurrency', name, given, '');
    return text.replace(sign, ' ');
  }

  #warn(code: 'unclearPrices' | 'unclearCurrency', field: string, value: string, amount: string): void {
    if (this.#told.has(code)) return;
    this.#told.add(code);
    this.#tell(code === 'unclearPrices' ? { code, details: { field, value, amount } } : { code, details: { field, value } });
  }
}

/** `1.299` as `1299`, or as `1.2990`, which has decimals for certain. */
function plainNumber(text: string, sign: Sign, isThousands: boolean): string {
  return isThousands
    ? text.replaceAll(sign === '.' ? /(?<=\d)\.(?=\d{3}(?!\d))/g : /(?<=\d),(?=\d{3}(?!\d))/g, '')
    : text.replaceAll(sign === '.' ? /(?<=\d\.\d{3})(?!\d)/g : /(?<=\d,\d{3})(?!\d)/g, '0');
}

function isPriceName(name: string): boolean {
  const normal = normalName(name);
  if ([normal, plainName(name), ...unwrapped(normal)].some((each) => priceNames.has(each))) return true;
  if (currencyInName(normal) === normal.toUpperCase()) return true;
  return namePatterns.price?.test(normal) === true && !/name|code|date|type|list$|currency/.test(normal);
}

/** The first item’s that has one. */
function currencyIn(head: readonly FeedRecord[]): string | null {
  const named = (name: string): boolean =>
    [plainName(name), ...unwrapped(plainName(name))].some((each) => currencyNames.has(each));
  const [first] = head.slice(0, lookedRecords).flatMap(({ fields }) =>
    Object.keys(fields)
      .filter(named)
      .map((name) => String(fields[name])),
  );
  return first === undefined ? null : currencyOf(first);
}

const pageNames: ReadonlySet<string> = new Set(knownNames.url);
const lookedRecords = 5;

function pagesIn(head: readonly FeedRecord[]): string[] {
  return head.slice(0, lookedRecords).flatMap(({ fields }) =>
    Object.keys(fields).flatMap((name) => {
      const [text] = [fields[name]!].flat().map(String);
      const comparison = /^heureka\.(?:cz|sk)(?=\s*\|)/i.exec(text ?? '')?.[0];
      return pageNames.has(plainName(name)) ? [text!] : comparison === undefined ? [] : [`https://${comparison}/`];
    }),
  );
}
