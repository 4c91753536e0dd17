/** The currencies that are offered, by ISO 4217 code: those of shops around us first. Items may have any other one. */
export const currencies: readonly string[] = (
  'CZK EUR PLN HUF RON GBP USD CHF SEK NOK DKK ISK RSD BAM MKD ALL MDL UAH RUB TRY GEL ' +
  'KZT AUD NZD CAD JPY CNY KRW HKD TWD SGD MYR THB INR ILS AED SAR ZAR BRL MXN KWD'
).split(' ');
