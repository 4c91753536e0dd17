import { Alert, Stack, Text } from '@mantine/core';
import { importFailures } from '#contract/texts/import-texts.ts';
import { useDetailedText } from '#console-kit/text/detailed-text.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import type { AvailabilityResult, FeedSchedule } from '#features/data/schedules/schedules.contract.ts';

export function AvailabilityState({ schedule }: { readonly schedule: FeedSchedule }) {
  const { availability_url: address, availability_minutes: minutes, availability: last, activated: isActive } = schedule;
  if (address === '')
    return (
      <Text size="sm" c="dimmed">
        {t('Prices and stock change with imports only. Add a price and stock feed to update them in between.')}
      </Text>
    );
  return (
    <Stack gap={8}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isActive
          ? t('Prices and stock: every {minutes} min from {address}', { minutes, address })
          : t('Prices and stock: off, as automatic imports are.')}
      </Text>
      {last && <LastUpdate last={last} />}
    </Stack>
  );
}

function LastUpdate({ last }: { readonly last: AvailabilityResult }) {
  const say = useDetailedText();
  if (last.failure)
    return (
      <Alert color="red" variant="light" title={t('The last update of prices and stock failed. They stay as they were.')}>
        {say(importFailures[last.failure.code], last.failure.details)} <Moment at={last.at} />
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed">
      {last.state === 'unchanged' ? t('Last update: nothing new,') : <Counts last={last} />} <Moment at={last.at} />.
    </Text>
  );
}

function Counts({ last }: { readonly last: AvailabilityResult }) {
  const parts = [
    t('{count} items changed', { count: last.changed_count }),
    ...(last.same_count > 0 ? [t('{count} were right already', { count: last.same_count })] : []),
    ...(last.unknown_count > 0 ? [t('{count} ids belong to no item', { count: last.unknown_count })] : []),
    ...(last.bad_count > 0 ? [t('{records} could not be read', { records: formats.number(last.bad_count) })] : []),
  ];
  return <>{t('Last update: {parts},', { parts: parts.join(', ') })}</>;
}
