import { Slider, Stack } from '@mantine/core';
import { maximumBoost } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { BoostFormState } from './boost-drawer.tsx';

/** The slider goes by powers of ten: as far down as up. */
const sliderPower = 1;
const sliderStep = 0.02;
/** Of a typed boost; 0 is none. */
const decimals = 4;
const smallest = 10 ** -decimals;

export function AmountInput({ form }: { readonly form: BoostFormState }) {
  const value = Number(form.values.boost);
  const power = value > 0 ? Math.min(sliderPower, Math.max(-sliderPower, Math.log10(value))) : -sliderPower;
  return (
    <Stack gap={12}>
      <NumberField
        {...form.field('boost')}
        description={form.values.type === 'functional' ? undefined : t('1 changes nothing, below 1 demotes.')}
        max={maximumBoost}
        min={smallest}
        step={0.1}
        decimals={decimals}
        range={t('Enter a number above 0, at most 1,000,000.')}
      />
      <Slider
        value={power}
        min={-sliderPower}
        max={sliderPower}
        step={sliderStep}
        scale={(at) => 10 ** at}
        label={(scaled) => formats.number(rounded(scaled))}
        onChange={(at) => form.set('boost', rounded(10 ** at))}
        marks={[
          { value: -1, label: formats.number(0.1) },
          { value: 0, label: '1' },
          { value: 1, label: '10' },
        ]}
        thumbLabel={t('Boost')}
        mb={20}
        mx={8}
      />
    </Stack>
  );
}

const rounded = (boost: number): number => Number(boost.toPrecision(2));
