import { Slider, Stack } from '@mantine/core';
import { maximumBoost } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { BoostFormState } from './boost-values.tsx';

/** The slider goes by powers of ten: as far down as up. */
const sliderPower = 1;
const sliderStep = 0.02;
/** Of a typed boost; 0 is none. */
const decimals = 4;
const smallest = 10 ** -decimals;

interface AmountProps {
  readonly form: BoostFormState;
  readonly measure: 'number' | 'age';
}

export function AmountInput({ form, measure }: AmountProps) {
  const value = Number(form.values.boost);
  const power = value > 0 ? Math.min(sliderPower, Math.max(-sliderPower, Math.log10(value))) : -sliderPower;
  return (
    <Stack gap={12}>
      <NumberField
        {...form.field('boost')}
        description={meaningOf({ t, number: formats.number, measure }, form.values)}
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

/** Up to which number the curve of a boost is 1 at most, so that it gets all of it. */
const fullUntil = { logarithmic: Math.E - 1, linear: 1, exponential: 0 } as const;

interface Words {
  readonly t: Translate;
  readonly number: (value: number) => string;
  readonly measure: 'number' | 'age';
}

function meaningOf({ t, number, measure }: Words, values: BoostFormState['values']): string {
  const { type, operation, direction, boost, function: curve = 'logarithmic' } = values;
  const isFalling = type === 'functional' && direction === 'falling';
  const isPlain = type !== 'functional' || (isFalling && operation === 'multiply' && Number(boost) <= 1);
  if (isPlain) return t('1 changes nothing, below 1 demotes.');
  if (!isFalling) return t('The curve is multiplied by it.');
  const bound = Number(values.full_until) || fullUntil[curve];
  return measure === 'age'
    ? t('What items up to {count} days old get; it fades to no effect.', { count: Math.floor(bound) })
    : t('What numbers up to {number} get; it fades to no effect.', { number: number(bound) });
}

const rounded = (boost: number): number => Number(boost.toPrecision(2));
