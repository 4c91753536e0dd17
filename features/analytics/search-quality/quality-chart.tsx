import { dayMs } from '#contract/days.ts';
import { Chart, type ChartSeries } from '#console-kit/charts/chart.tsx';
import { PlainTable } from '#console-kit/list/table.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { JudgedWeeks } from './search-quality.contract.ts';

/** How good the order was, and how much found nothing, week by week. */
export function QualityChart({ weeks }: { readonly weeks: readonly JudgedWeeks[] }) {
  const label = t('{chart}, by week', { chart: t('Quality of search') });
  const unfound: ChartSeries = { name: 'unfound', label: t('Without results'), look: 'problem' };
  const order: ChartSeries = { name: 'order', label: t('Order of results'), look: 'main' };
  // The axis has whole numbers.
  const inPercent = (share: number | null) => (share === null ? null : share * 100);
  const share = (value: number | null, why: string) => (value === null ? why : formats.percent(value));
  const whyNone = ({ clicked_searches: clicked }: JudgedWeeks) => (clicked === null ? t('not tracked') : t('too few clicks'));
  return (
    <Chart
      kind="lines"
      name="quality"
      label={label}
      pointLabel={t('Week')}
      series={weeks.some(({ ndcg }) => ndcg !== null) ? [order, unfound] : [unfound]}
      say={(value) => formats.percent(value / 100)}
      points={weeks.map((week) => ({
        // Noon in UTC is on the same day of the calendar almost everywhere.
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
            { name: 'order', title: t('Order of results'), cell: (week) => share(week.ndcg, whyNone(week)), isNumber: true },
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
