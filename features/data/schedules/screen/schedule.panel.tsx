import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/states.tsx';
import { ComingMoment, Moment } from '#ui/text/moment.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { query } from '#ui/calls/queries.ts';
import { ScheduleDrawer, useScheduleWords } from './schedule-drawer.tsx';
import { type AvailabilityResult, type FeedSchedule, listSchedules } from '#features/data/schedules/schedules.contract.ts';
import { useDetailedText } from '#ui/text/refusal.ts';
import { formats } from '#ui/text/format.ts';
import { importFailures } from '#features/data/imports/imports.contract.ts';

const askEveryMs = 15_000;
const schedules = () => query(listSchedules, {});
const ofFeed = (all: readonly FeedSchedule[], id: number) => all.find(({ feed_id: feedId }) => feedId === id);

export function NextImport({ feedId }: { readonly feedId: number }) {
  const { data = [] } = useQuery(schedules());
  const schedule = ofFeed(data, feedId);
  if (!schedule) return null;
  const { next_import_at: next, is_fetched: isFetched } = schedule;
  return (
    <>
      <Text span size="xs" hiddenFrom="sm">
        {t('Next import')}:{' '}
      </Text>
      {next === null ? (
        <Text span inherit c="dimmed">
          {isFetched ? t('Off') : t('By hand')}
        </Text>
      ) : (
        <ComingMoment at={next} />
      )}
    </>
  );
}

/** Address of the drawer: `?edit=schedule`. */
export function SchedulePanel({ feedId }: { readonly feedId: number }) {
  const [, change] = useAddress();
  const { data = [] } = useQuery({ ...schedules(), refetchInterval: askEveryMs });
  const schedule = ofFeed(data, feedId);
  return (
    <Panel
      title={t('Automatic imports')}
      actions={
        <Button
          variant="default"
          leftSection={<CalendarClock size={16} aria-hidden />}
          disabled={!schedule}
          onClick={() => change({ edit: 'schedule' })}
        >
          {t('Change schedule')}
        </Button>
      }
    >
      <div>
        <Loaded query={schedules()} skeleton={<Skeleton height={72} width="60%" />}>
          {(all) => {
            const known = ofFeed(all, feedId);
            return known ? <ScheduleFacts schedule={known} /> : null;
          }}
        </Loaded>
      </div>
      {schedule && <ScheduleDrawer schedule={schedule} />}
    </Panel>
  );
}

const ScheduleFacts = (props: { readonly schedule: FeedSchedule }) => (
  <Stack gap={12}>
    <ScheduleSentence {...props} />
    <AvailabilityState {...props} />
  </Stack>
);

function ScheduleSentence({ schedule }: { readonly schedule: FeedSchedule }) {
  const words = useScheduleWords();
  const { is_fetched: isFetched, next_import_at: next, is_retry: isRetry } = schedule;
  if (!isFetched) return <Text size="sm">{t('The feed is a file. Upload a new one to import again.')}</Text>;
  if (next === null) return <Text size="sm">{t('Off. The feed is imported on request only.')}</Text>;
  return (
    <Text size="sm">
      {words.sentence(schedule)} {isRetry ? t('The last import failed and is tried again:') : t('The next import starts:')}{' '}
      <strong>
        <ComingMoment at={next} />
      </strong>
      .
    </Text>
  );
}

function AvailabilityState({ schedule }: { readonly schedule: FeedSchedule }) {
  const { availability_url: address, availability_minutes: minutes, availability: last, activated: isActive } = schedule;
  if (address === '')
    return (
      <Text size="sm" c="dimmed">
        {t('Prices and stock change with imports. Add a price and stock feed to update in between.')}
      </Text>
    );
  return (
    <Stack gap={8}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isActive
          ? t('Prices and stock: every {minutes} min from {address}', { minutes, address })
          : t('Prices and stock: off, like automatic imports.')}
      </Text>
      {last && <LastUpdate last={last} />}
    </Stack>
  );
}

function LastUpdate({ last }: { readonly last: AvailabilityResult }) {
  const say = useDetailedText();
  if (last.failure)
    return (
      <Alert color="red" variant="light" title={t('The last price and stock update failed; values are unchanged.')}>
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
