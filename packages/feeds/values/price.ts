import { currencyOf, isSign, pointCurrencies, threeDecimalCurrencies, wholeCurrencies } from './currencies.ts';

export interface Price {
  readonly amount: number;
  /** ISO 4217, when the text names it. */
  readonly currency: string | null;
}

const maxAmount = 1e12;
const blanks = /[\s\u00a0\u202f\u2009]+/g;
/** `99 Kč / ks`: the price of one. */
const perUnit = /\s*(?:\/\s*\p{L}+[²³]?\.?|\/-|\b(?:per (?:unit|piece)|each|c\/u))$/u;
/** `Price: 12`, `Our price 12`, `HT 12 €`, `+12`, `? 12` with a lost sign, and footnotes as in `12 € *`. */
const labels =
  /^(?:(?:\p{L}+ ){0,2}(?:\p{L}{4,}|ár):\s*|(?:\p{L}+ ){0,2}(?:price|preis|prix|precio|preço|prezzo|prijs|cena|pris|цена|ціна)\s+|(?:ht|ttc)\s+|[+?]\s*)|\s*\*+$/giu;
/** `od 99 Kč`: the lowest price of its variants. */
const fromPrice = /^\s*(?:od|from|ab|ceny od|à partir de|a partir de|a partire da|desde|da|vanaf|fra|från|от|від)\s+/i;
const taxNote =
  /\s*\(?(?:s|vč\.?|včetně|bez|inkl?\.?|incl\.?|inc|zzgl\.?|excl?\.?|exkl?\.?|plus|z|ttc|ht|con|\+)?\s*(?:dph|vat|mwst|ust|tax|gst|tva|iva|btw|moms|mva|kdv|ttc|ht|brutto|netto|gross|net|税込|税抜|税別)\.?\)?$/iu;
/** `10 - 20 EUR`: the lowest price of its variants. */
const range = /^([^\d]*\d[\d.,' ]*?)(?:\s?[^\d\s.,-]{1,4})?\s*(?:[-–—]{1,3}|to|bis|až)\s*[^\d\s-]{0,4}\s?\d[\d.,' ]*(\D*)$/;
const severalCurrencies = /^(?:kr|fr|sfr|pesos?|bs)\.?$/i;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** `12.50 EUR`, as most feeds write it. */
const coded = /^(-?\d+(?:\.\d{1,2})?) ?([A-Z]{3})$/;
/** Thousands, or hundreds as in India: `1,29,999`. */
const number = /^-?(?:\d{1,3}(?:[ .,'’]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:[.,]\d+)?$/;
const thousands = /^-?\d{1,3}[.,]\d{3}$/;
/** commercetools packs prices of several countries in minor units, with a reduced one behind a bar. */
const packed = /^(?:[A-Z]{2}-)?([A-Z]{3}) (\d+)(?:\|\d+)?(?=;(?:[A-Z]{2}-)?[A-Z]{3} \d)/;
const centsPerUnit = 100;

/**
 * `5 000,50`, `9 CZK`, `1.299,00 EUR`, `499,-`, `$1,299.00`, and the lower end of `10 - 20 EUR`. Null when it is not one price.
 */
export function parsePrice(text: string): Price | null {
  if (plainNumber.test(text)) return priceOf(Number(text), null);
  const [, digits, ofCode = ''] = coded.exec(text) ?? [];
  const known = digits === undefined ? null : currencyOf(ofCode);
  if (known !== null) return priceOf(Number(digits), known);
  const [, code = '', cents] = packed.exec(text) ?? [];
  if (cents !== undefined) return priceOf(Number(cents) / centsPerUnit, currencyOf(code));
  const plain = westernDigits(text).replace(blanks, ' ').trim().replace(labels, '');
  const bare = plain.replace(taxNote, '').replace(perUnit, '').replace(taxNote, '').replace(fromPrice, '').trim();
  const spaced = bare.replace(range, '$1$2');
  const match = /^([^\d+-]*?)\s*(-?\d[\d .,'’]*?)([.,:][-–—]+|[.,])?\s*([^\d]*)$/.exec(spaced);
  if (!match) return null;
  const [, before = '', amount = '', dash = '', after = ''] = match;
  const words = [before, after].map((word) => word.trim()).filter((word) => word !== '');
  const found = words.map(currencyOf);
  const currency = found[0] ?? found[1] ?? null;
  if (words.some((word, index) => found[index] === null && !severalCurrencies.test(word))) return null;
  if (found.length === 2 && !words.some((word) => /[$¥]/.test(word)) && found[0] !== found[1]) return null;
  const isWhole = dash.length > 1 || (currency !== null && wholeCurrencies.has(currency)) || words.some(isSign);
  return priceOf(amountOf(amount.trim(), currency, isWhole), words.length === 2 ? (found.at(-1) ?? null) : currency);
}

const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** `٩٩` and `￥１２`. */
function westernDigits(text: string): string {
  if (!/[^\0-\u024f]/.test(text)) return text;
  return text
    .replaceAll(/[\uff01-\uff5e\uffe5]+/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

function amountOf(digits: string, currency: string | null, isWhole: boolean): number | null {
  const isPointDecimal = currency !== null && pointCurrencies.has(currency);
  const hasThreeDecimals = currency !== null && threeDecimalCurrencies.has(currency);
  const separatesThousands = isWhole && !hasThreeDecimals && thousands.test(digits) && !(isPointDecimal && digits.includes('.'));
  return separatesThousands ? Number(digits.replace(/[.,]/, '')) : parseNumber(digits, isPointDecimal);
}

/** @param isPointDecimal reads `1,299` as 1299 instead of 1.299 */
export function parseNumber(text: string, isPointDecimal = false): number | null {
  if (plainNumber.test(text)) return Number(text);
  if (!number.test(text)) return null;
  const decimal = decimalSeparator(text, isPointDecimal);
  const parts = decimal === '' ? [text] : [text.slice(0, text.lastIndexOf(decimal)), text.slice(text.lastIndexOf(decimal) + 1)];
  const [whole = '', fraction = ''] = parts;
  return Number(`${whole.replace(/[ .,'’]/g, '')}.${fraction || '0'}`);
}

function decimalSeparator(text: string, isPointDecimal: boolean): string {
  const point = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
  if (point === -1 && comma === -1) return '';
  const separator = point === -1 ? ',' : '.';
  const isRepeated = text.indexOf(separator) !== text.lastIndexOf(separator);
  const isThousands = separator === ',' && isPointDecimal && /^-?\d{1,3},\d{3}$/.test(text);
  return isRepeated || isThousands ? '' : separator;
}

function priceOf(amount: number | null, currency: string | null): Price | null {
  return amount !== null && Number.isFinite(amount) && Math.abs(amount) <= maxAmount ? { amount, currency } : null;
}
