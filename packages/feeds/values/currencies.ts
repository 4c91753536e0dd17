const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eu: 'EUR',
  '£': 'GBP',
  $: 'USD',
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  nz$: 'NZD',
  nt$: 'TWD',
  hk$: 'HKD',
  s$: 'SGD',
  mx$: 'MXN',
  r$: 'BRL',
  r: 'ZAR',
  's/': 'PEN',
  's/.': 'PEN',
  kč: 'CZK',
  kc: 'CZK',
  'kč.': 'CZK',
  zł: 'PLN',
  zl: 'PLN',
  ft: 'HUF',
  lei: 'RON',
  leu: 'RON',
  лв: 'BGN',
  '₽': 'RUB',
  руб: 'RUB',
  р: 'RUB',
  '₴': 'UAH',
  грн: 'UAH',
  ден: 'MKD',
  дин: 'RSD',
  '₸': 'KZT',
  тг: 'KZT',
  '₺': 'TRY',
  tl: 'TRY',
  '₪': 'ILS',
  '₹': 'INR',
  rs: 'INR',
  '¥': 'JPY',
  円: 'JPY',
  元: 'CNY',
  '₩': 'KRW',
  원: 'KRW',
  '₫': 'VND',
  đ: 'VND',
  rp: 'IDR',
  rm: 'MYR',
  '฿': 'THB',
  '₱': 'PHP',
  '₦': 'NGN',
  cfa: 'XOF',
  fcfa: 'XOF',
  'f cfa': 'XOF',
  kn: 'HRK',
  din: 'RSD',
};
/** With a decimal point; otherwise a comma before three digits is decimal. */
export const pointCurrencies: ReadonlySet<string> = new Set(
  'USD GBP AUD CAD NZD JPY CNY INR MXN SGD HKD TWD ILS THB KRW PHP MYR ZAR NGN PEN'.split(' '),
);
/** Without decimals, so a point or comma before three digits separates thousands. */
export const wholeCurrencies: ReadonlySet<string> = new Set('JPY KRW VND IDR CLP PYG ISK HUF XOF XAF'.split(' '));
/** ISO 4217 with withdrawn ones. */
const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'RUR']);
/** Codes that are no words: `price_eur`, and Ukraine's `priceRUAH`. */
const codesInNames =
  /(?:^|[\s_([./-])(eur|czk|usd|gbp|pln|huf|ron|chf|sek|nok|dkk|r?uah|rub|bgn|rsd|mkd|hrk|isk|brl|inr|jpy|cny|aud|cad|kč|€|£|zł)[)\]]?$/iu;

/** `CZK`, `Kč`, `€` … as ISO 4217, or null. */
export function currencyOf(text: string): string | null {
  const word = text.trim().replace(/\.$/, '');
  const code = signs[word.toLowerCase()] ?? (codes.has(word.toUpperCase()) ? word.toUpperCase() : null);
  return code === 'RUR' ? 'RUB' : code;
}

/** Prices for people: `1.299 €` is 1299. */
export function isSign(text: string): boolean {
  return Object.hasOwn(signs, text.toLowerCase().replace(/\.$/, '')) || /^kr\.?$/i.test(text);
}

/** `price_eur`, `Cena (Kč)`, `Preis EUR`. */
export function currencyInName(name: string): string | null {
  const words = name.trim().replace(/(\p{Ll})(\p{Lu}+[)\]]?)$/u, '$1_$2');
  const code = codesInNames.exec(words)?.[1];
  return code === undefined ? null : currencyOf(code.replace(/^r(?=uah$)/i, ''));
}
