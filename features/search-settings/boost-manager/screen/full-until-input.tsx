import { useEffect, useRef } from 'react';
import { NumberField } from '#console-kit/form/number-field.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { maximumBoost } from '#contract/limits.ts';
import type { Distribution } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { BoostFormState } from './boost-values.tsx';

interface FullUntilProps {
  readonly form: BoostFormState;
  readonly numbers: Distribution['numbers'];
  readonly measure: 'number' | 'age';
  /** A boost that is there keeps what it says. */
  readonly isNew: boolean;
}

/** Up to which number, or age, a falling boost counts in full. A new one begins with what a tenth of the items have. */
export function FullUntilInput({ form, numbers, measure, isNew }: FullUntilProps) {
  const proposal = numbers === null ? null : proposedFor(numbers);
  const proposed = useRef('');
  const { field, full_until: fullUntil } = form.values;
  useEffect(() => {
    if (!isNew || proposal === null || proposed.current === field) return;
    proposed.current = field;
    if (fullUntil == null) form.set('full_until', proposal);
  }, [isNew, proposal, field, fullUntil, form]);
  const { value: _value, onChange: _onChange, ...input } = form.field('full_until');
  return (
    <NumberField
      {...input}
      label={measure === 'age' ? t('Full boost up to an age of (days)') : t('Full boost up to')}
      value={fullUntil ?? ''}
      onChange={(next) => form.set('full_until', (next === '' ? null : next) as number | null)}
      min={0}
      max={maximumBoost}
      range={t('Above 0, at most 1,000,000.')}
      {...(proposal !== null && {
        description:
          measure === 'age'
            ? t('The newest tenth of your items is up to {count} days old.', { count: proposal })
            : t('The lowest tenth of your items goes up to {number}.', { number: formats.number(proposal) }),
      })}
    />
  );
}

/** What one of ten items has at most; where that is nothing, the smallest whole number. */
const proposedFor = ({ low }: NonNullable<Distribution['numbers']>): number => (low > 0 ? low : 1);
