/** `f_cfa` has a blank. */
const signs: ReadonlyMap<string, string> = new Map(
  `EUR € euro euros eu, GBP £, USD $ us$ usd$, AUD a$ au$, CAD c$ ca$, NZD nz$, TWD nt$, HKD hk$, SGD s$, MXN mx$, BRL r$,
  ZAR r, PEN s/ s/., CZK kč kc kč., PLN zł zl, HUF ft, RON lei leu, BGN лв, RUB ₽ руб р, UAH ₴ грн, MKD ден, RSD дин din,
  KZT ₸ тг, TRY ₺ tl, ILS ₪, INR ₹ rs, JPY ¥ 円, CNY 元 cn¥, KRW ₩ 원, VND ₫ đ, IDR rp, MYR rm, THB ฿ บาท, PHP ₱, NGN ₦,
  XOF cfa fcfa f_cfa, HRK kn, UYU $u, BAM km, SAR ر.س ريال, AED د.إ درهم, EGP ج.م, KWD د.ك kd, BHD د.ب bd, UZS сум so'm soʻm,
  GEL ₾, AZN ₼, AMD ֏, MNT ₮, BDT ৳, GHS gh₵, KES ksh, PYG ₲ gs, CRC ₡, GTQ q`
    .split(/,\s+/)
    .flatMap((line) => {
      const [code = '', ...written] = line.split(' ');
      return written.map((sign) => [sign.replace('_', ' '), code] as const);
    }),
);
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
const sharedSigns = /^(?:\$|kr|rs|¥)$/i;
const partsOfName = /[\s_()[\]{}.,:;/|-]+/u;

/** `CZK`, `Kč`, `€` … as ISO 4217, or null. */
export function currencyOf(text: string): string | null {
  const word = text.trim().replace(/\.$/, '');
  const code = signs.get(word.toLowerCase()) ?? (codes.has(word.toUpperCase()) ? word.toUpperCase() : null);
  return code === 'RUR' ? 'RUB' : code;
}

/** Prices for people: `1.299 €` is 1299. */
export function isSign(text: string): boolean {
  return signs.has(text.toLowerCase().replace(/\.$/, '')) || /^kr\.?$/i.test(text);
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
