import { Button, Stack, Anchor, Text } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { Panel } from '#ui/page/panel.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { QueryImpact } from '#features/analytics/impact/screen/impact.panel.tsx';
import { shortQuery, fixedText, foundText } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';
import { type Statistics, changeOf, testerLink, queryPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { TurnoverFigures, turnoverTitle } from '#features/analytics/statistics/screen/turnover.panel.tsx';
import { NoEvents } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { readQueryNow, type SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';

interface QueryStatisticsProps {
  readonly q: string;
  readonly data: SearchTrendDetail;
  readonly of: Statistics;
}

export function QueryStatistics({ q, data, of }: QueryStatisticsProps) {
  if (!data.count)
    return (
      <Empty
        icon={SearchX}
        title={t('Nobody searched for “{q}” in this period.', { q: shortQuery(q) })}
        text={t('Choose other days.')}
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
        <QueryImpact q={q} filter={of.filter} />
      </Panel>
      {isSold(of) && data.turnover_timeline.some(({ y }) => Boolean(y)) && (
        <Panel title={turnoverTitle(of)}>
          <StatisticsChart
            of={of}
            name="turnover"
            label={turnoverTitle(of)}
            series={[
              { name: 'turnover', label: turnoverTitle(of), look: 'main', data: data.turnover_timeline.map(({ y }) => y) },
            ]}
          />
        </Panel>
      )}
    </Stack>
  );
}

const isSold = ({ context }: Statistics): boolean => context !== undefined && context.sold_since.purchases !== null;

/** The results below are found now; the newest search may have been before a change. */
function foundNow(data: SearchTrendDetail, now: OutputOf<typeof readQueryNow> | undefined) {
  const { fixed, found_as: words } = data;
  if (now) return { item_count: now.redirect === null ? now.total_count : null, found_as: fixed ? null : words };
  return fixed ? { ...fixed, found_as: null } : data;
}

function QueryFigures({ q, data, of }: QueryStatisticsProps) {
  const c = useCollection()?.id;
  const mayTry = useAllowed('preview');
  const { count, users, clicks, mean_position: position, compared } = data;
  const { data: current } = useQuery({
    ...followingQuery(readQueryNow, { q, c: c ?? 0 }),
    enabled: c !== undefined && !isMasked(q),
  });
  const found = foundNow(data, current);
  const rate = (clicked: number | null, searched: number | null) => (clicked === null || !searched ? null : clicked / searched);
  const now = rate(clicks, count);
  const before = compared && rate(compared.before.clicks, compared.before.count);
  return (
    <Figures>
      <Figure label={t('Searches')} value={count} {...changeOf(of, compared, 'count')} />
      <Figure label={t('Unique visitors')} value={users} isEstimated={data.is_estimated} {...changeOf(of, compared, 'users')} />
      <Figure
        label={t('Found')}
        value={found.item_count === null ? null : foundText(found)}
        why={t('Visitors are sent there instead of seeing items.')}
        {...(data.fixed ? { unit: fixedText(data.fixed) } : current === undefined && { unit: t('by the newest search') })}
        to={mayTry ? testerLink(q, c) : undefined}
      />
      <Figure
        label={t('Click rate')}
        value={now === null ? null : formats.percent(now)}
        {...(of.isCompared && before !== null && { unit: t('{value} before', { value: formats.percent(before) }) })}
      />
      <Figure label={t('Average place of clicks')} value={position === null ? null : Math.round(position * 10) / 10} />
      {isSold(of) && <TurnoverFigures data={data} of={of} />}
    </Figures>
  );
}

interface RelatedQueriesProps {
  readonly data: SearchTrendDetail;
  readonly of: Statistics;
}

export const RelatedQueries = ({ data: { other_forms: forms, searched_next: next }, of }: RelatedQueriesProps) =>
  [
    { title: t('Other forms:'), queries: forms },
    { title: t('Searched next:'), queries: next },
  ].map(
    ({ title, queries }) =>
      queries.length > 0 && (
        <Text key={title} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" inherit>
            {title}
          </Text>{' '}
          {queries.map(({ query, count }, at) => (
            <span key={query}>
              {at > 0 && ' · '}
              <Anchor component={Link} {...of.to(queryPath, { q: query })} size="sm" title={query}>
                {shortQuery(query)}
              </Anchor>{' '}
              {formats.number(count)}
            </span>
          ))}
        </Text>
      ),
  );
