import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import {
  boostDirections,
  type BoostedField,
  boostFunctions,
  type BoostRule,
  type Distribution,
  madeOf,
  readDistribution,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { changesNothing, takesAllScore } from './boost-effect.ts';
import { BoostCurve, WorkedNumbers } from './boost-curve.tsx';
import { blankBoost, type BoostFormState } from './boost-values.tsx';
import { directionWords, functionWords, operationWords } from './boost-words.tsx';
import { ValueInput } from './value-input.tsx';
import classes from './boost-manager.module.css';
import { useEffect, useRef } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { formats } from '#ui/text/format.ts';
import { maximumBoost } from '#contract/limits.ts';

interface FullUntilProps {
  readonly form: BoostFormState;
  readonly numbers: Distribution['numbers'];
  readonly measure: 'number' | 'age';
  /** A boost that is there keeps what it says. */
  readonly isNew: boolean;
}

/** Up to which number, or age, a falling boost counts in full. A new one begins with what a tenth of the items have. */
function FullUntilInput({ form, numbers, measure, isNew }: FullUntilProps) {
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

interface KindProps {
  readonly form: BoostFormState;
  readonly field: BoostedField;
  readonly collectionId: number;
  readonly isNew: boolean;
}

/** Whether a boost goes by values or by numbers, and by which. */
export function BoostKindInputs({ form, field, collectionId, isNew }: KindProps) {
  const measure = madeOf(field);
  const hasNumbers = measure !== null;
  const { type, based } = form.values;
  return (
    <>
      <Radio.Group {...form.field('type')}>
        <Stack gap={8} mt={8}>
          <Radio value="value" label={t('By value')} />
          <Radio
            value="functional"
            label={measure === 'age' ? t('By age') : t('By number')}
            disabled={!hasNumbers}
            {...(!hasNumbers && { description: t('{field} has no numbers.', { field: field.name }) })}
          />
        </Stack>
      </Radio.Group>
      {type === 'functional' ? (
        <ByNumber {...{ form, field, collectionId, isNew }} />
      ) : (
        <>
          {field.type === 'text' && (
            <Radio.Group {...form.field('based')}>
              <Stack gap={8} mt={8}>
                <Radio value="value" label={t('Whole value')} />
                <Radio value="word" label={t('One of its words')} />
              </Stack>
            </Radio.Group>
          )}
          <ValueInput
            collectionId={collectionId}
            field={field}
            value={form.values.value ?? []}
            based={based ?? 'value'}
            change={(value) => form.set('value', value)}
            input={form.field('value')}
          />
        </>
      )}
    </>
  );
}

function ByNumber({ form, field, collectionId, isNew }: KindProps) {
  const { data } = useQuery(query(readDistribution, { c: collectionId, field: field.name }));
  const boost = {
    ...blankBoost,
    ...form.values,
    boost: Number(form.values.boost) || 0,
    full_until: fullUntilOf(form.values.full_until),
  } as BoostRule;
  const measure = madeOf(field) ?? 'number';
  const directions = directionWords[measure];
  return (
    <>
      <Radio.Group {...form.field('direction')}>
        <Stack gap={8} mt={8}>
          {(measure === 'age' ? boostDirections.toReversed() : boostDirections).map((name) => (
            <Radio key={name} value={name} label={t(directions[name].name)} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('function')}>
        <Stack gap={8} mt={8}>
          {boostFunctions.map((name) => (
            <Radio
              key={name}
              value={name}
              label={t(functionWords[name].name)}
              description={t(functionWords[name][boost.direction])}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('operation')}>
        <Stack gap={8} mt={8}>
          <Radio value="multiply" label={t(operationWords.multiply.name)} />
          <Radio value="add" label={t(operationWords.add.name)} />
        </Stack>
      </Radio.Group>
      {boost.direction === 'falling' && data && (
        <FullUntilInput form={form} numbers={data.numbers} measure={measure} isNew={isNew} />
      )}
      {data?.numbers && (
        <div className={classes.example}>
          <BoostCurve boost={boost} numbers={data.numbers} measure={measure} />
          <WorkedNumbers boost={boost} numbers={data.numbers} measure={measure} />
          {changesNothing(boost, data) && (
            <p className={classes.note} data-kind="warning" role="status">
              {t('It changes nothing in this catalogue: all items get about the same.')}
            </p>
          )}
          {boost.boost > 0 && takesAllScore(boost, data) && (
            <p className={classes.note} data-kind="warning" role="status">
              {t('An item with 0 loses all of its score, as it is multiplied by 0. Adding to the score leaves it where it is.')}
            </p>
          )}
        </div>
      )}
      {data && data.filled_count !== null && (
        <Text size="xs" c="dimmed">
          {t('Filled in for {filled} of {count} items.', { filled: data.filled_count, count: data.item_count })}{' '}
          {data.filled_count < data.item_count && t('The others keep their score.')}
        </Text>
      )}
    </>
  );
}

/** What is typed may be no number yet. */
const fullUntilOf = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);
