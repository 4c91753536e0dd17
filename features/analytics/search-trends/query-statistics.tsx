import { Button, Stack, Text } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { useCollection } from '#console-kit/collection/collection.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { Empty } from '#console-kit/page/states.tsx';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { testerPath } from '#features/analytics/statistics/paths.panel.tsx';
import { shortQuery } from '#features/analytics/statistics/query-text.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/statistics-chart.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { NoEvents } from '#features/analytics/statistics/tracking.panel.tsx';
import { releaseEffect } from './release-effect.ts';
import type { SearchTrendDetail } from './search-trends.contract.ts';

interface QueryStatisticsProps {
  readonly q: string;
  readonly data: SearchTrendDetail;
  readonly of: Statistics;
}

/** How often a query was searched, by whom, and what came of it. */
export function QueryStatistics({ q, data, of }: QueryStatisticsProps) {
  const t = useText();
  if (!data.count)
    return (
      <Empty
        icon={SearchX}
        title={t('Nobody searched for “{q}” in this period.', { q: shortQuery(q) })}
        text={t('Choose other days, or what is searched for.')}
        action={
          <Button variant="default" onClick={() => of.choose({ preset: '90-days' })}>
            {t('Show last 90 days')}
          </Button>
        }
      />
    );
  return (
    <Stack gap={16}>
      <QueryFigures q={q} data={data} of={of} />
      <NoEvents of={of} />
      <Panel title={t('Searches by day')}>
        <StatisticsChart
          of={of}
          label={t('Searches by day')}
          series={[
            {
              name: 'count',
              label: t('Searches'),
              look: 'main',
              data: data.timeline.map(({ y }) => y),
            },
          ]}
          previous={data.previous_timeline.map(({ y }) => y)}
        />
        <SinceRelease data={data} of={of} />
      </Panel>
    </Stack>
  );
}

function QueryFigures({ q, data, of: { isCompared } }: QueryStatisticsProps) {
  const t = useText();
  const { number, percent } = useFormats();
  const c = useCollection()?.id;
  const mayTry = useAllowed('developer');
  const { count, users, item_count: found, clicks, mean_position: position } = data;
  const shown = (value: number | null) => (value === null ? null : number(value));
  const rate = (clicked: number | null, searched: number | null) => (clicked === null || !searched ? null : clicked / searched);
  const [now, before] = [rate(clicks, count), rate(data.previous_clicks, data.previous_count)];
  return (
    <Figures>
      <Figure
        label={t('Searches')}
        value={shown(count)}
        {...(isCompared && { change: { now: count, before: data.previous_count } })}
      />
      <Figure
        label={t('Unique users')}
        value={shown(users)}
        isEstimated={data.is_estimated}
        {...(isCompared && { change: { now: users, before: data.previous_users } })}
      />
      <Figure
        label={t('Found')}
        value={shown(found)}
        why={t('Visitors are sent to a page.')}
        unit={t('by the newest search')}
        to={mayTry ? linkTo(testerPath, { q, ...(c !== undefined && { c }) }) : undefined}
      />
      <Figure
        label={t('Click rate')}
        value={now === null ? null : percent(now)}
        {...(isCompared && before !== null && { unit: t('{share} before', { share: percent(before) }) })}
      />
      <Figure label={t('Place of clicks Ø')} value={position === null ? null : number(Math.round(position * 10) / 10)} />
    </Figures>
  );
}

/** Whether people click more since a release, where there are enough of them to say so. */
function SinceRelease({ data, of: { context } }: Omit<QueryStatisticsProps, 'q'>) {
  const t = useText();
  const { percent } = useFormats();
  const effect = releaseEffect(data, context?.marks ?? []);
  if (!effect) return null;
  const { number, before, after } = effect;
  return (
    <Text size="sm" c="dimmed">
      {t('Since release {number}: click rate {before} → {after}', { number, before: percent(before), after: percent(after) })}
    </Text>
  );
}
