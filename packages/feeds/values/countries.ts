interface Country {
  /** ISO 639-1, the one of most shops first. */
  readonly languages: readonly string[];
  readonly currency: string;
  /** Its shops price in no other currency. */
  readonly isOnlyCurrency: boolean;
}

/** By domain: languages and currency, with `!` where all shops price in it. */
const countries: ReadonlyMap<string, Country> = new Map(
  `us:en:USD cz:cs:CZK! sk:sk:EUR! de:de:EUR! at:de:EUR! ch::CHF pl:pl:PLN! hu:hu:HUF! ro:ro:RON! md:ro:MDL si:sl:EUR! hr:hr:EUR! bg:bg:EUR
  it:it:EUR! fr:fr:EUR! es:es:EUR! pt:pt:EUR! nl:nl:EUR! be:,nl,fr:EUR! ie:en:EUR gr:el:EUR! fi:fi:EUR! ee:et:EUR! lv:lv:EUR! lt:lt:EUR! mt:mt:EUR
  uk:en:GBP! dk:da:DKK! se:sv:SEK! no:no,nb:NOK! is:is:ISK fo::DKK rs:sr:RSD! ba:bs:BAM mk:mk:MKD al:sq:ALL tr:tr:TRY ua:uk:UAH ru:ru:RUB by:ru:BYN
  ar:es:ARS bo:es:BOB cl:es:CLP co:es:COP cr:es:CRC ec:es:USD mx:es:MXN pa:es:USD pe:es:PEN pr:es:USD py:es:PYG sv:es:USD uy:es:UYU ve:es:VES
  do:es:DOP gt:es:GTQ hn:es:HNL ni:es:NIO br:pt:BRL au:en:AUD nz:en:NZD ca::CAD za::ZAR ng::NGN ke::KES in::INR pk::PKR lk::LKR np::NPR mu::MUR
  sg::SGD hk::HKD my:ms:MYR ph::PHP id:id:IDR vn:vi:VND th:th:THB jp:ja:JPY! kr:ko:KRW! cn:zh:CNY tw:zh:TWD il:he:ILS sa:ar:SAR eg:ar:EGP ae:ar:AED`
    .split(/\s+/)
    .map((entry) => {
      const [domain = '', languages = '', currency = ''] = entry.split(':');
      return [
        domain,
        { languages: languages.split(','), currency: currency.slice(0, 3), isOnlyCurrency: currency.endsWith('!') },
      ];
    }),
);

/** The countries of several languages have none. @param country its domain */
export const languageOfCountry = (country: string | null): string | null => countries.get(country ?? '')?.languages[0] || null;

/** Null unless the country's shops price in one currency only, and the language is one of its own. */
export function currencyOfCountry(country: string | null, language: string | null): string | null {
  const found = countries.get(country ?? '');
  return found?.isOnlyCurrency && found.languages.includes(language ?? '') ? found.currency : null;
}

const withCurrencies = (currencies: string) => [...countries].filter(([, { currency }]) => currencies.includes(currency));
/** Countries by a sign that means their currency there. */
const countriesOfSigns: ReadonlyMap<string, readonly (readonly [string, Country])[]> = new Map([
  ['$', withCurrencies('ARS AUD BRL CAD CLP COP DOP HKD MXN NZD SGD TWD USD UYU')],
  ['kr', withCurrencies('SEK DKK NOK ISK')],
  ['rs', withCurrencies('INR PKR LKR NPR MUR')],
  ['¥', withCurrencies('CNY JPY')],
]);

/** The currency of `$`, `kr`, `Rs` or `¥` in a country; null when it isn't known. */
export function currencyOfSign(sign: string, country: string | null, language: string | null): string | null {
  const plain = sign.toLowerCase().replace(/\.$/, '');
  const all = countriesOfSigns.get(plain) ?? [];
  const isNordic = ([, { languages }]: readonly [string, Country]) => plain === 'kr' && languages.includes(language ?? '');
  return (all.find(([domain]) => domain === country) ?? all.find(isNordic))?.[1].currency ?? null;
}

/** The domain of the first address that is of a country. `.co` is of Colombia in Spanish, or as `.com.co`. */
export function countryOf(addresses: readonly (string | null)[], language: string | null): string | null {
  const hosts = addresses.flatMap((address) => URL.parse(address ?? '')?.hostname ?? []);
  const isOfCountry = (host: string) => /\.[a-z]{2}$/.test(host) && (!/(?<!\.com)\.co$/.test(host) || language === 'es');
  return hosts.find(isOfCountry)?.slice(-2) ?? null;
}

/** Countries that write numbers as English does, unlike others with their language. */
const pointCountries: ReadonlySet<string> = new Set(
  'mx gt hn ni sv pa do pe pr mt ca za ng ke in pk lk np mu sg hk ph'.split(' '),
);

/** A language whose numbers are written as in the country. */
export const writtenIn = (country: string | null): string | null =>
  pointCountries.has(country ?? '') ? 'en' : (languageOfCountry(country) ?? (country === 'be' ? 'nl' : null));

/** By the currency, unless countries write numbers in it in several ways. */
export const writtenFor = (currency: string | null): string | null =>
  currency === 'EUR' ? null : writtenIn([...countries].find(([, each]) => each.currency === currency)?.[0] ?? null);
