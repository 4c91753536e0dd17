export interface Price {
  readonly amount: number;
  /** ISO 4217, when the text names it. */
  readonly currency: string | null;
}

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  US$: 'USD',
  kč: 'CZK',
  kc: 'CZK',
  zł: 'PLN',
  zl: 'PLN',
  ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  '₽': 'RUB',
  руб: 'RUB',
  '₴': 'UAH',
  '¥': 'JPY',
  '₹': 'INR',
  euro: 'EUR',
};
/** Currencies written with a decimal point; in the others a comma before three digits is a decimal comma. */
const pointCurrencies = new Set([
  'USD',
  'GBP',
  'AUD',
  'CAD',
  'NZD',
  'JPY',
  'CNY',
  'INR',
  'MXN',
  'SGD',
  'HKD',
  'ILS',
  'THB',
  'KRW',
]);
/** ISO 4217, with what was withdrawn. */
const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'RUR']);
const maxAmount = 1e12;
const blanks = /[\s\u00a0\u202f\u2009]+/g;
/** `99 Kč / ks`: the price of one. */
const perUnit = /\s*\/\s*\p{L}+\.?$/u;
/** `od 99 Kč`: the lowest price of its variants. */
const fromPrice = /^\s*(?:od|from|ab|ceny od|à partir de)\s+/i;
/** Krona and krone of four countries, francs: a price, though not of one currency. */
const severalCurrencies = /^(?:kr|fr|sfr)\.?$/i;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const number = /^-?(?:\d{1,3}(?:[ .,'’]\d{3})+|\d+)(?:[.,]\d+)?$/;

/**
 * Reads `5 000,50`, `9 CZK`, `1.299,00 EUR`, `129,3945638`, `499,-` and `$1,299.00`.
 * @returns null when the text is not one price.
 */
export function parsePrice(text: string): Price | null {
  if (plainNumber.test(text)) return priceOf(Number(text), null);
  const spaced = text.replace(blanks, ' ').replace(perUnit, '').replace(fromPrice, '').trim();
  const match = /^([^\d+-]*?)\s*(-?\d[\d .,'’]*?)(?:[.,][-–—]+|[.,])?\s*([^\d]*)$/.exec(spaced);
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  const words = `${before} ${after}`.trim();
  const currency = words === '' ? null : currencyOf(words);
  if (words !== '' && currency === null && !severalCurrencies.test(words)) return null;
  const amount = parseNumber(digits.trim(), currency !== null && pointCurrencies.has(currency));
  return amount === null ? null : priceOf(amount, currency);
}

/** `CZK`, `Kč`, `€` … as ISO 4217, or null. */
export function currencyOf(text: string): string | null {
  const word = text.trim().replace(/\.$/, '');
  const code = symbols[word.toLowerCase()] ?? symbols[word] ?? (currencies.has(word.toUpperCase()) ? word.toUpperCase() : null);
  return code === 'RUR' ? 'RUB' : code;
}

/**
 * A number with decimal point or comma and separated thousands, or null.
 * @param isPointDecimal decides what `1,299` means: with it 1299, without it 1.299.
 */
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

function priceOf(amount: number, currency: string | null): Price | null {
  return Number.isFinite(amount) && Math.abs(amount) <= maxAmount ? { amount, currency } : null;
}
