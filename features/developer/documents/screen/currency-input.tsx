import { Autocomplete, Text } from '@mantine/core';
import { currencies } from '#contract/texts/currencies.ts';
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
