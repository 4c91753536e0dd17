import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FeedSchedule, listSchedules } from '#features/data/schedules/schedules.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { ComingMoment } from '#ui/text/moment.tsx';

export const reading = () => query(listSchedules, {});
export const ofFeed = (all: readonly FeedSchedule[], id: number) => all.find(({ feed_id: feedId }) => feedId === id);

export function NextImport({ feedId }: { readonly feedId: number }) {
  const { data = [] } = useQuery(reading());
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
