import { Autocomplete, Text } from '@mantine/core';
import { formats } from '#ui/text/format.ts';

interface CurrencyInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Offers the usual currencies with their names; an item may have any other one. */
export function CurrencyInput(props: CurrencyInputProps) {
  return (
    <Autocomplete
      {...props}
      data={[...currencies]}
      filter={({ options, search }) => {
        const wanted = search.toLowerCase();
        return options.filter(
          (one) => 'value' in one && `${one.value} ${formats.currency(one.value)}`.toLowerCase().includes(wanted),
        );
      }}
      renderOption={({ option: { value } }) => (
        <>
          {value}
          <Text span size="xs" c="dimmed" ml={8}>
            {formats.currency(value)}
          </Text>
        </>
      )}
    />
  );
}

/** The currencies that are offered, by ISO 4217 code: those of shops around us first. Items may have any other one. */
const currencies: readonly string[] = (
  'CZK EUR PLN HUF RON GBP USD CHF SEK NOK DKK ISK RSD BAM MKD ALL MDL UAH RUB TRY GEL ' +
  'KZT AUD NZD CAD JPY CNY KRW HKD TWD SGD MYR THB INR ILS AED SAR ZAR BRL MXN KWD'
).split(' ');
