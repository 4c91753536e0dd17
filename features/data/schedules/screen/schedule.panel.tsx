import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { ComingMoment } from '#console-kit/text/moment.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { query } from '#console-kit/calls/queries.ts';
import { AvailabilityState } from './availability-state.tsx';
import { ScheduleDrawer } from './schedule-drawer.tsx';
import { useScheduleWords } from './schedule-words.tsx';
import { listSchedules, type FeedSchedule } from '#features/data/schedules/schedules.contract.ts';

/** Prices and stock change while one looks at the page. */
const askEveryMs = 15_000;
const schedules = () => query(listSchedules, {});
const ofFeed = (all: readonly FeedSchedule[], id: number) => all.find(({ feed_id: feedId }) => feedId === id);

/** When a feed of the list is imported next, or why it isn't. */
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

/** When the feed is imported by itself, with the way to change that. Its drawer's address is `?edit=schedule`. */
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
  if (!isFetched)
    return <Text size="sm">{t('The feed is a file, so there is nothing to fetch. Upload a new file to import it again.')}</Text>;
  if (next === null) return <Text size="sm">{t('Off. The feed is imported only when somebody asks for it.')}</Text>;
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
