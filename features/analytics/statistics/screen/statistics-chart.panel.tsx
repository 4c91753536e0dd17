import type { ScreenPath } from '#ui/state/address.ts';
import { useNavigate } from '@tanstack/react-router';
import { Chart, type ChartSeries, type SeriesLook } from '#ui/charts/chart.tsx';
import { type Column, PlainTable } from '#ui/list/table.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { useAllowed } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { areWeeks, marksOf, partsOf, sumsOf, tickOf } from './daily-points.tsx';
import type { Statistics } from './statistics.panel.tsx';

const compare = 'compare';

interface Drawn extends ChartSeries {
  /** Per day; null if not tracked. */
  readonly data: readonly (number | null)[];
}
type DailySeries = Drawn & { readonly look: Exclude<SeriesLook, typeof compare> };

interface StatisticsChartProps {
  readonly of: Statistics;
  /** For the address, on pages with several charts. */
  readonly name?: string;
  readonly label: string;
  readonly series: readonly [DailySeries, ...DailySeries[]];
  /** The first series in the previous range. */
  readonly previous?: readonly (number | null)[];
  readonly dayPath?: ScreenPath;
}

export function StatisticsChart({ of, name, label: words, series, previous, dayPath }: StatisticsChartProps) {
  const { range, isCompared, context, today } = of;
  const navigate = useNavigate();
  const parts = partsOf(range.from, range.to);
  const label = areWeeks(parts) ? t('{chart}, by week', { chart: words }) : words;
  const pointLabel = areWeeks(parts) ? t('Week') : t('Day');
  const [main, ...others] = series;
  const before: Drawn[] = previous ? [{ name: compare, label: t('The period before'), look: compare, data: previous }] : [];
  const drawn: readonly Drawn[] = [main, ...(isCompared ? before : []), ...others];
  const sums = drawn.map(({ name, data }) => [name, sumsOf(parts, range.from, data)] as const);
  const points = parts.map((part, at) => {
    const values = Object.fromEntries(sums.map(([name, all]) => [name, all[at] ?? null]));
    return {
      tick: tickOf(part, formats),
      title: formats.days(part.first, part.last),
      values,
      missing: t('not tracked'),
      ...(part.last === today && { isOpen: true }),
    };
  });
  const mayOpen = { search: useAllowed('search'), data: useAllowed('data') };
  const marks = marksOf(parts, context?.marks ?? [], t);
  const opensDays = dayPath !== undefined && !areWeeks(parts);
  const openDay = (at: number) => {
    const day = parts[at]?.first;
    if (opensDays && day !== undefined) void navigate(of.to(dayPath, { range: '', startDate: day, endDate: day }));
  };
  return (
    <Chart
      kind="lines"
      name={name}
      open={opensDays ? openDay : undefined}
      label={label}
      pointLabel={pointLabel}
      series={drawn.map(({ name, label: text, look }) => ({ name, label: text, look }))}
      points={points}
      marks={marks.map(({ needs, to, ...mark }) => (mayOpen[needs] ? { ...mark, to } : mark))}
      table={
        <PlainTable
          label={label}
          rows={points.map((point, at) => ({ ...point, marks: marks.filter((mark) => mark.at === at) })).toReversed()}
          keyOf={({ title }) => title}
          columns={[
            { name: 'day', title: pointLabel, cell: ({ title }) => title },
            ...drawn.map(({ name, label: title }): Column<(typeof points)[number]> => ({
              name,
              title,
              isNumber: true,
              cell: ({ values }) => (values[name] === null ? t('not tracked') : formats.number(values[name] ?? 0)),
            })),
            ...(marks.length === 0 ? [] : [{ name: 'marks', title: t('Changes'), cell: Marks }]),
          ]}
        />
      }
    />
  );
}

const Marks = ({ marks }: { readonly marks: ReturnType<typeof marksOf> }) =>
  marks.map(({ label, needs, to }) => (
    <div key={label}>
      <AllowedLink needs={needs} to={to}>
        {label}
      </AllowedLink>
    </div>
  ));
