import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { followingQuery } from '#ui/calls/queries.ts';
import { Help } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t, type Translate } from '#ui/text/i18n.ts';
import { Answered, NoEvents } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import {
  type JudgedWeeks,
  leastQueries,
  readSearchQuality,
  searchesOfGroup,
  type SearchQuality,
} from '#features/analytics/search-quality/search-quality.contract.ts';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { formats } from '#ui/text/format.ts';
import { dayMs } from '#contract/days.ts';
import { Chart, type ChartSeries } from '#ui/charts/chart.tsx';
import { PlainTable } from '#ui/list/table.tsx';
import { Verdict } from '#ui/page/verdict.tsx';

const kinds = { better: 'fine', worse: 'worse', same: 'unknown', tooFew: 'unknown', untracked: 'unknown' } as const;

function VerdictLine({ quality }: { readonly quality: SearchQuality }) {
  const [low, high] = [quality.now?.ndcg_low ?? null, quality.now?.ndcg_high ?? null];
  return (
    <Verdict kind={kinds[quality.verdict]} title={sentenceOf(quality, t)}>
      {basisOf(quality, t)}{' '}
      {low !== null &&
        high !== null &&
        t('With 95% certainty, ranking quality is between {low} and {high}.', {
          low: formats.percent(low),
          high: formats.percent(high),
        })}
    </Verdict>
  );
}

function sentenceOf({ verdict, compared_weeks: count }: SearchQuality, t: Translate): string {
  if (verdict === 'better') return t('Yes: clicked items are nearer the top.');
  if (verdict === 'worse') return t('No: clicked items are further down.');
  if (verdict === 'same') return t('No clear change: it may be chance.');
  return count === 0 ? t('It is too early to say.') : t('too few clicks');
}

function basisOf({ verdict, compared_weeks: count }: SearchQuality, t: Translate): string {
  if (count === 0) return t('Needs two whole weeks with clicks.');
  if (verdict !== 'tooFew') return t('Last {count} whole weeks compared with the {count} before.', { count });
  return t('Needs {queries} queries a week, each clicked by {visitors} or more visitors.', {
    queries: leastQueries,
    visitors: searchesOfGroup,
  });
}

export function SearchQualityCard({ of, askEveryMs }: { readonly of: Statistics; readonly askEveryMs: number }) {
  const { start, end, language } = of.filter;
  const input = { start, end, language };
  const asked = useQuery({ ...followingQuery(readSearchQuality, input), refetchInterval: askEveryMs });
  const title = t('Is search getting better?');
  return (
    <Panel
      title={title}
      actions={
        <Help title={title} question={t('How is this counted?')}>
          <Explained />
        </Help>
      }
    >
      <Answered query={asked} skeletonPx={280}>
        {(quality) => <Quality quality={quality} of={of} />}
      </Answered>
    </Panel>
  );
}

function Quality({ quality, of }: { readonly quality: SearchQuality; readonly of: Statistics }) {
  const { verdict, weeks } = quality;
  if (weeks.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('The first whole week isn’t over yet.')}
      </Text>
    );
  return (
    <>
      {verdict === 'untracked' ? (
        <div>
          <Text size="sm">{t('Clicks show whether visitors find what they want near the top.')}</Text>
          <NoEvents of={of} />
        </div>
      ) : (
        <VerdictLine quality={quality} />
      )}
      <QualityFigures quality={quality} />
      <QualityChart weeks={weeks} />
    </>
  );
}

function Explained() {
  return (
    <>
      <Text size="sm">{t('100% means that the items visitors click are always at the top.')}</Text>
      <Text size="sm">{t('A click further down counts for more, as fewer people look there.')}</Text>
      <Text size="sm">{t('Compare it with your own earlier weeks, not with other shops.')}</Text>
    </>
  );
}

function QualityFigures({ quality: { now, before } }: { readonly quality: SearchQuality }) {
  if (now === null || before === null) return null;
  const shown = (value: number | null) => (value === null ? null : formats.percent(value));
  const beside = (value: string | null) => (value === null ? undefined : t('{value} before', { value }));
  const clicked = now.clicked_searches;
  return (
    <Figures>
      <Figure
        label={t('Ranking quality')}
        value={shown(now.ndcg)}
        why={t('too few to compare')}
        unit={beside(shown(before.ndcg))}
      />
      <Figure label={t('Without results')} value={shown(now.no_result_rate)} unit={beside(shown(before.no_result_rate))} />
      <Figure
        label={t('Searches with a click')}
        value={clicked}
        unit={beside(before.clicked_searches === null ? null : formats.number(before.clicked_searches))}
      />
    </Figures>
  );
}

function QualityChart({ weeks }: { readonly weeks: readonly JudgedWeeks[] }) {
  const label = t('{chart}, by week', { chart: t('Quality of search') });
  const unfound: ChartSeries = { name: 'unfound', label: t('Without results'), look: 'problem' };
  const order: ChartSeries = { name: 'order', label: t('Ranking quality'), look: 'main' };
  // The axis has integers.
  const inPercent = (share: number | null) => (share === null ? null : share * 100);
  const share = (value: number | null, why: string) => (value === null ? why : formats.percent(value));
  const whyNone = ({ clicked_searches: clicked }: JudgedWeeks) => (clicked === null ? t('not tracked') : t('too few clicks'));
  return (
    <Chart
      name="quality"
      label={label}
      pointLabel={t('Week')}
      series={weeks.some(({ ndcg }) => ndcg !== null) ? [order, unfound] : [unfound]}
      say={(value) => formats.percent(value / 100)}
      points={weeks.map((week) => ({
        // Noon UTC is the same calendar day almost everywhere.
        tick: formats.shortDay(Date.parse(week.start) + dayMs / 2),
        title: formats.days(week.start, week.end),
        values: { order: inPercent(week.ndcg), unfound: inPercent(week.no_result_rate) },
        missing: whyNone(week),
      }))}
      table={
        <PlainTable
          label={label}
          rows={weeks.toReversed()}
          keyOf={({ start }) => start}
          columns={[
            { name: 'week', title: t('Week'), cell: ({ start, end }) => formats.days(start, end) },
            { name: 'order', title: t('Ranking quality'), cell: (week) => share(week.ndcg, whyNone(week)), isNumber: true },
            {
              name: 'between',
              title: t('95% interval'),
              cell: ({ ndcg_low: low, ndcg_high: high }) =>
                low === null || high === null ? '–' : `${formats.percent(low)} – ${formats.percent(high)}`,
              isNumber: true,
            },
            {
              name: 'unfound',
              title: t('Without results'),
              cell: ({ no_result_rate: rate }) => share(rate, t('not tracked')),
              isNumber: true,
            },
            {
              name: 'clicked',
              title: t('Searches with a click'),
              cell: ({ clicked_searches: count }) => (count === null ? t('not tracked') : formats.number(count)),
              isNumber: true,
            },
          ]}
        />
      }
    />
  );
}
