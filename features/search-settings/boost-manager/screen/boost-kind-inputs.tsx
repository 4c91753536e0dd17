import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import {
  boostDirections,
  type BoostedField,
  boostFunctions,
  madeOf,
  readFieldValues,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { BoostFormState } from './boost-values.tsx';
import { directionWords, functionWords, operationWords } from './boost-words.tsx';
import { ValueInput } from './value-input.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { maximumBoost } from '#contract/limits.ts';

interface KindProps {
  readonly form: BoostFormState;
  readonly field: BoostedField;
  readonly collectionId: number;
}

export function BoostKindInputs({ form, field, collectionId }: KindProps) {
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
            {...(!hasNumbers && { description: t('{field} has no numbers. Choose another field.', { field: field.name }) })}
          />
        </Stack>
      </Radio.Group>
      {type === 'functional' ? (
        <ByNumber {...{ form, field, collectionId }} />
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

function ByNumber({ form, field, collectionId }: KindProps) {
  const { data } = useQuery(query(readFieldValues, { c: collectionId, field: field.name }));
  const { direction = 'rising', full_until: fullUntil } = form.values;
  const measure = madeOf(field) ?? 'number';
  const directions = directionWords[measure];
  const { value: _value, onChange: _onChange, ...fullInput } = form.field('full_until');
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
            <Radio key={name} value={name} label={t(functionWords[name].name)} description={t(functionWords[name][direction])} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('operation')}>
        <Stack gap={8} mt={8}>
          <Radio value="multiply" label={t(operationWords.multiply.name)} />
          <Radio value="add" label={t(operationWords.add.name)} />
        </Stack>
      </Radio.Group>
      {direction === 'falling' && (
        <NumberField
          {...fullInput}
          label={measure === 'age' ? t('Full boost up to an age of (days)') : t('Full boost up to')}
          value={fullUntil ?? ''}
          onChange={(next) => form.set('full_until', (next === '' ? null : next) as number | null)}
          min={0}
          max={maximumBoost}
          range={t('Enter a number above 0, at most 1,000,000.')}
        />
      )}
      {data && data.filled_count !== null && (
        <Text size="xs" c="dimmed">
          {t('Filled in for {filled} of {count} items.', { filled: data.filled_count, count: data.item_count })}
        </Text>
      )}
    </>
  );
}
