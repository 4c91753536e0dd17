import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { t } from '#console-kit/text/i18n.ts';
import {
  madeOf,
  boostDirections,
  type BoostedField,
  boostFunctions,
  type BoostRule,
  readDistribution,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { changesNothing, takesAllScore } from './boost-effect.ts';
import { BoostCurve, WorkedNumbers } from './boost-curve.tsx';
import { type BoostFormState, blankBoost } from './boost-values.tsx';
import { FullUntilInput } from './full-until-input.tsx';
import { directionWords, functionWords, operationWords } from './boost-words.tsx';
import { ValueInput } from './value-input.tsx';
import classes from './boost-manager.module.css';

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
