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
  usd$: 'USD',
  'cn¥': 'CNY',
  $u: 'UYU',
  km: 'BAM',
  'ر.س': 'SAR',
  ريال: 'SAR',
  'د.إ': 'AED',
  درهم: 'AED',
  'ج.م': 'EGP',
  'د.ك': 'KWD',
  kd: 'KWD',
  'د.ب': 'BHD',
  bd: 'BHD',
  сум: 'UZS',
  "so'm": 'UZS',
  soʻm: 'UZS',
  '₾': 'GEL',
  '₼': 'AZN',
  '֏': 'AMD',
  '₮': 'MNT',
  '৳': 'BDT',
  'gh₵': 'GHS',
  ksh: 'KES',
  บาท: 'THB',
  '₲': 'PYG',
  gs: 'PYG',
  '₡': 'CRC',
  q: 'GTQ',
};
/** With a decimal point; otherwise a comma before three digits is decimal. */
export const pointCurrencies: ReadonlySet<string> = new Set(
  'USD GBP AUD CAD NZD JPY CNY INR MXN SGD HKD TWD ILS THB KRW PHP MYR ZAR NGN PEN'.split(' '),
);
/** Without decimals, so a point or comma before three digits separates thousands. */
export const wholeCurrencies: ReadonlySet<string> = new Set('JPY KRW VND IDR CLP PYG ISK HUF XOF XAF'.split(' '));
/** `1.250` dinars are one and a quarter. */
export const threeDecimalCurrencies: ReadonlySet<string> = new Set('KWD BHD OMR TND JOD IQD LYD'.split(' '));
/** ISO 4217 with withdrawn ones. */
const codes: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...'RUR BYR BYB TRL ROL SKK EEK LTL LVL MTL CYP YUM CSD AZM GHC MZM ZWD ZMK MRO VEF VEB PLZ BGL'.split(' '),
]);
/** Codes that are words in the names of fields: `price_all`, `top_price`. Written in brackets, they are codes. */
const wordCodes: ReadonlySet<string> = new Set(
  'ALL AMD ANG BAM BOB COP CUP DEM ERN GEL LAK MAD MOP PEN SOS STD ESP FIM SIT SUR TOP TRY'.split(' '),
);
/** Signs that several countries use. */
export const sharedSigns = /^(?:\$|kr|rs|¥)$/i;
const partsOfName = /[\s_()[\]{}.,:;/|-]+/u;

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

/** `price_eur`, `Cena (Kč)`, `Price, CAD`, `USD price`, `ціна (грн)`; null for signs of several countries. */
export function currencyInName(name: string): string | null {
  const bracketed = /[([]([^)\]]+)[)\]]\s*$/u.exec(name)?.[1]?.trim() ?? '';
  const words = name.replace(/(\p{Ll})(\p{Lu}+[)\]]?)\s*$/u, '$1 $2').split(partsOfName);
  const found = [bracketed, ...words.toReversed()].map((word) => {
    const text = word.replace(/^r(?=uah$)/i, '');
    const isWord = text !== bracketed && (wordCodes.has(text.toUpperCase()) || /^(?:\p{L}|eu)$/iu.test(text));
    return text === '' || isWord || sharedSigns.test(text) ? null : currencyOf(text);
  });
  return found.find((code) => code !== null) ?? null;
}

const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map((pair) => pair.split(':') as [string, string]));
/** By the country's domain. */
const ofSigns: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  $: pairs(
    'ar:ARS au:AUD br:BRL ca:CAD cl:CLP co:COP do:DOP ec:USD hk:HKD mx:MXN nz:NZD pa:USD pr:USD sg:SGD sv:USD tw:TWD us:USD uy:UYU',
  ),
  kr: pairs('se:SEK dk:DKK no:NOK is:ISK fo:DKK'),
  rs: pairs('in:INR pk:PKR lk:LKR np:NPR mu:MUR'),
  '¥': pairs('cn:CNY jp:JPY'),
};
/** By language and domain. Elsewhere, or in another language, shops price in several currencies. */
const ofCountries = pairs(
  'cs.cz:CZK pl.pl:PLN hu.hu:HUF ro.ro:RON sv.se:SEK da.dk:DKK no.no:NOK nb.no:NOK en.uk:GBP ja.jp:JPY ko.kr:KRW sk.sk:EUR de.de:EUR de.at:EUR fr.fr:EUR it.it:EUR es.es:EUR pt.pt:EUR nl.nl:EUR nl.be:EUR fr.be:EUR fi.fi:EUR el.gr:EUR sl.si:EUR hr.hr:EUR et.ee:EUR lv.lv:EUR lt.lt:EUR',
);
const crowns = pairs('sv:SEK da:DKK no:NOK nb:NOK is:ISK');

/** The currency of `$`, `kr`, `Rs` or `¥` in a country; null when it isn't known. @param country its domain */
export function currencyOfSign(sign: string, country: string | null, language: string | null): string | null {
  const plain = sign.toLowerCase().replace(/\.$/, '');
  const found = ofSigns[plain]?.get(country ?? '');
  return found ?? (plain === 'kr' ? (crowns.get(language ?? '') ?? null) : null);
}

/** Null unless the country's shops price in one currency only. @param country its domain */
export function currencyOfCountry(country: string | null, language: string | null): string | null {
  return ofCountries.get(`${language}.${country}`) ?? null;
}

/** The domain of the first address that is of a country. `.co` is of Colombia in Spanish, or as `.com.co`. */
export function countryOf(addresses: readonly (string | null)[], language: string | null): string | null {
  const hosts = addresses.flatMap((address) => URL.parse(address ?? '')?.hostname ?? []);
  const isOfCountry = (host: string) => /\.[a-z]{2}$/.test(host) && (!/(?<!\.com)\.co$/.test(host) || language === 'es');
  return hosts.find(isOfCountry)?.slice(-2) ?? null;
}
