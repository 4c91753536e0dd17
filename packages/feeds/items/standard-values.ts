import type { FieldValue } from '#contract/item.ts';
import { availabilityOf } from '#feeds/values/availability.ts';
import { eachCategory } from '#feeds/xml/xml-head.ts';
import { categoryPaths, separateCategories } from '#feeds/values/category-path.ts';
import type { RecordValue } from '#feeds/feed-record.ts';
import { type FieldMapping, type ItemField, normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { daysIn, isCentName } from '#feeds/mapping/known-names.ts';
import { betweenAddresses, fitTests } from '#feeds/mapping/mapping-values.ts';
import { codeOf, plainCode, plainText } from '#feeds/values/plain-text.ts';
import { currencyInName, currencyOf } from '#feeds/values/currencies.ts';
import { parseNumber, parsePrice } from '#feeds/values/price.ts';
import type { ProblemReason } from '#feeds/feed-texts.ts';

export interface ReadValue {
  readonly value?: FieldValue;
  readonly problem?: ProblemReason;
  readonly currency?: string;
  /** Addresses behind the first. */
  readonly others?: readonly string[];
}

type Read = (value: RecordValue) => ReadValue;
const nothing: ReadValue = {};

export function readerOf(to: ItemField, { from, areSeparate, keepsHome }: FieldMapping): Read {
  if (to === 'availability') {
    const meaning = daysIn(from);
    const saysSoldOut = availabilityOf(plainName(from).replace(/^is_/, ''), 'none') === 'out_of_stock';
    return (value) => {
      const read = availabilityOf(value, meaning);
      const found = saysSoldOut && yesOrNo.test(String(value).trim()) ? opposite(read) : read;
      return found !== null || String(value).trim() === '' ? given(found) : { problem: 'unknownAvailability' };
    };
  }
  if (to === 'category') {
    const paths = areSeparate || from === eachCategory ? separateCategories : categoryPaths;
    return (value) => given(paths(value, keepsHome));
  }
  if (to === 'price_before') return (value) => priceReader(from)(highestOf(value));
  return to === 'price' ? priceReader(from) : readers[to];
}

/** The highest of several prices under one name was before. */
function highestOf(value: RecordValue): RecordValue {
  const amount = (each: unknown): number => parsePrice(String(each))?.amount ?? 0;
  return Array.isArray(value)
    ? ([...value] as (string | number)[]).reduce((most, each) => (amount(each) > amount(most) ? each : most))
    : value;
}

function priceReader(from: string): Read {
  const isInCents = isCentName(normalName(from));
  const currency = currencyInName(from) ?? currencyInName(normalName(from));
  if (!isInCents && currency === null) return readPrice;
  return (value) => {
    const read = isInCents ? hundredth(readPrice(value)) : readPrice(value);
    const isShared = /[$¥]|\b(?:kr|rs)\b/i.test(String(value));
    return currency === null || read.value === undefined ? read : isShared ? { ...read, currency } : { currency, ...read };
  };
}

function hundredth(read: ReadValue): ReadValue {
  return typeof read.value === 'number' ? { ...read, value: read.value / 100 } : read;
}

const readers: Readonly<Record<Exclude<ItemField, 'availability' | 'category'>, Read>> = {
  // Apps of Shopify put the option of a product without any behind its name.
  name: (value) => given(plainText(firstOf(value)).replace(/(?<=\S)\s(?:[-–(|]\s?)?default title\)?$/i, '')),
  description: (value) =>
    given(plainText(withLineBreaks(withoutBlocks(Array.isArray(value) ? value.join(' ') : firstOf(value))))),
  brand: (value) => given(plainText(firstOf(value))),
  price: readPrice,
  price_before: readPrice,
  currency: (value) => given(currencyOf(firstOf(value))),
  image: readUrl,
  url: readUrl,
  ean: readEans,
  product_code: readCodes,
  item_group: (value) => given(plainCode(firstOf(value)).replace(noGroup, '')),
  popularity: readNumber,
};

/** `sold_out` is 0: in stock. */
const yesOrNo = /^(?:[01]|true|false|yes|no|y|n|ja|nein|nee|ano|ne|sí?|oui|non|sim|não|tak|nie|да|нет|так|ні)$/i;
const opposite = (availability: string | null): string | null =>
  availability && (availability === 'out_of_stock' ? 'in_stock' : 'out_of_stock');

/** Items without a parent name one of these. */
const noGroup = /^(?:0|-|null|none)$/i;

function given(value: FieldValue | null): ReadValue {
  return value === null || value === '' ? nothing : { value };
}

function firstOf(value: RecordValue): string {
  return String(Array.isArray(value) ? (value[0] ?? '') : value);
}

/** Saleor: the texts of `{"blocks": [{"data": {"text": "…"}}]}`. */
function withoutBlocks(text: string): string {
  if (!/^\s*\{.*"blocks"\s*:/s.test(text)) return text;
  const texts = text.matchAll(/"text"\s*:\s*("(?:[^"\\]|\\.)*")/g);
  return [...texts].map(([, each]) => String(JSON.parse(each!))).join('\n');
}

/** WooCommerce writes a line break as `\n`. */
function withLineBreaks(text: string): string {
  return text.includes('\\n') ? text.replaceAll(/\\n(?=\\n|<|\s|\p{Lu})/gu, ' ') : text;
}

function readPrice(value: RecordValue): ReadValue {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const text = String(first).trim();
  if (text === '') return nothing;
  const price = typeof first === 'number' ? { amount: first, currency: null } : parsePrice(text);
  if (!price || !Number.isFinite(price.amount)) return { problem: 'badPrice' };
  if (price.amount < 0) return { problem: 'negativePrice' };
  return price.currency === null ? { value: price.amount } : { value: price.amount, currency: price.currency };
}

const plainUrl = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w\-./?%&=+~:;,@!$'()*#|]*)?$/i;

function readUrl(value: RecordValue): ReadValue {
  const [first, ...others] = addressesIn(value);
  if (first !== undefined) return { value: first, others };
  return [value].flat().every((text) => plainCode(String(text)) === '') ? nothing : { problem: 'badUrl' };
}

/** CS-Cart: `https://…/1.jpg#{[en]:Chair;}`; eBay: `Brown=https://…/1.jpg`. */
const besideAddress = /^[^:/=]{1,40}=(?=https?:\/\/)|#\{.*\}$/g;

export function addressesIn(value: RecordValue): string[] {
  const texts = Array.isArray(value) ? value.map(String) : String(value).split(betweenAddresses);
  return [...new Set(texts.flatMap((text) => httpUrl(ofPicture(plainCode(text).replaceAll(besideAddress, ''))) ?? []))];
}

/** File hosts show a picture on a page. */
const pagesOfPictures: readonly (readonly [page: RegExp, picture: string])[] = [
  [
    /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+\.(?:jpe?g|png|webp|gif|avif|svg))(?:\?.*)?$/i,
    'https://raw.githubusercontent.com/$1/$2',
  ],
  [/^(https:\/\/www\.dropbox\.com\/s.*[?&])dl=0/, '$1raw=1'],
  [
    /^https:\/\/drive\.google\.com\/(?:file\/d\/|(?:open|uc)\?(?:[^#]*&)?id=)([\w-]{20,}).*$/,
    'https://drive.google.com/thumbnail?id=$1&sz=w1000',
  ],
];

const mayShowPicture = /^https:\/\/(?:github|www\.dropbox|drive\.google)\.com\//i;

const ofPicture = (text: string): string =>
  !mayShowPicture.test(text) ? text : pagesOfPictures.reduce((address, [page, picture]) => address.replace(page, picture), text);

function httpUrl(text: string): string | null {
  if (plainUrl.test(text)) return text;
  const absolute = text.startsWith('//') ? `https:${text}` : text;
  if (!/^https?:\/\//i.test(absolute)) return null;
  return URL.parse(absolute)?.href ?? null;
}

function readCodes(value: RecordValue): ReadValue {
  if (!Array.isArray(value)) return given(codeOf(String(value)));
  const codes = [...new Set(value.map((each: string | number) => codeOf(String(each))).filter((code) => code !== ''))];
  return given(codes.length > 1 ? codes : (codes[0] ?? null));
}

const shortestEan = 6;

/** `8.59400E+12` of a spreadsheet, `1234` and `No barcode found` are none; nor is 0, which is no mistake. */
function readEans(value: RecordValue): ReadValue {
  const texts = [value]
    .flat()
    .map(String)
    .filter((text) => !/^[\s0]*$/.test(text));
  const codes = texts.filter(
    (text) => text.trim().length >= shortestEan && (!/E\+?\d|^[^\d]*$/i.test(text) || fitTests.ean?.(text) === true),
  );
  return codes.length > 0 || texts.length === 0 ? readCodes(codes) : { problem: 'badEan' };
}

function readNumber(value: RecordValue): ReadValue {
  const text = firstOf(value).trim();
  if (text === '') return nothing;
  const number = parseNumber(text);
  return number === null ? { problem: 'badNumber' } : { value: number };
}
