import { NumberInput, Slider, Stack } from '@mantine/core';
import { maximumBoost } from '#contract/limits.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { type Translate, useText } from '#console-kit/text/i18n.ts';
import type { BoostFormState } from './boost-values.tsx';

/** The slider goes by powers of ten: as far down as up. */
const sliderPower = 1;
const sliderStep = 0.02;

export function AmountInput({ form }: { readonly form: BoostFormState }) {
  const t = useText();
  const { number } = useFormats();
  const value = Number(form.values.boost);
  const power = value > 0 ? Math.min(sliderPower, Math.max(-sliderPower, Math.log10(value))) : -sliderPower;
  return (
    <Stack gap={12}>
      <NumberInput
        {...form.field('boost')}
        description={meaningOf(t, form.values)}
        max={maximumBoost}
        min={0}
        step={0.1}
        decimalScale={4}
        hideControls={false}
      />
      <Slider
        value={power}
        min={-sliderPower}
        max={sliderPower}
        step={sliderStep}
        scale={(at) => 10 ** at}
        label={(scaled) => number(rounded(scaled))}
        onChange={(at) => form.set('boost', rounded(10 ** at))}
        marks={[
          { value: -1, label: number(0.1) },
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

function meaningOf(t: Translate, { type, operation, direction, boost }: BoostFormState['values']): string {
  const isFalling = type === 'functional' && direction === 'falling';
  const isPlain = type !== 'functional' || (isFalling && operation === 'multiply' && Number(boost) <= 1);
  if (isPlain) return t('1 changes nothing, below 1 demotes.');
  return isFalling ? t('What the first ones get; it fades to no effect.') : t('The curve is multiplied by it.');
}

const rounded = (boost: number): number => Number(boost.toPrecision(2));
