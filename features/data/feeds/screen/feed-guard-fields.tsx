import { SimpleGrid, Switch, Text } from '@mantine/core';
import { ClosedPart } from '#console-kit/form/closed-part.tsx';
import { NumberField } from '#console-kit/form/number-field.tsx';
import { msg, t } from '#console-kit/text/i18n.ts';
import { defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed-guard.contract.ts';

const shares = [
  { name: 'fewer_items_percent', label: msg('Fewer items than now, over (%)') },
  { name: 'bad_items_percent', label: msg('Bad items, over (%)') },
  { name: 'changed_ids_percent', label: msg('Items with other ids, over (%)') },
] as const;

interface FeedGuardFieldsProps {
  readonly guard: { readonly [Name in keyof FeedGuard]?: FeedGuard[Name] | undefined } | undefined;
  readonly onChange: (guard: FeedGuard) => void;
}

/** From which changes on an import waits until a person has looked at it. */
export function FeedGuardFields({ guard, onChange }: FeedGuardFieldsProps) {
  const set = Object.entries(guard ?? {}).filter(([, value]) => value !== undefined);
  const values: FeedGuard = { ...defaultGuard, ...Object.fromEntries(set) };
  return (
    <ClosedPart title={t('Safety limits')}>
      <Text size="sm" c="dimmed">
        {t(
          'An import that would change more than this waits for you; what is live stays. 100 % never holds it. Bad items count beyond those of the import that is live.',
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} style={{ alignItems: 'end' }}>
        {shares.map(({ name, label }) => (
          <NumberField
            key={name}
            label={t(label)}
            value={values[name]}
            onChange={(percent) => onChange({ ...values, [name]: percent })}
            min={1}
            max={100}
            decimals={0}
            isNeeded
          />
        ))}
      </SimpleGrid>
      <Switch
        label={t('When many prices become 0')}
        checked={values.hold_zero_prices}
        onChange={({ currentTarget }) => onChange({ ...values, hold_zero_prices: currentTarget.checked })}
      />
    </ClosedPart>
  );
}
