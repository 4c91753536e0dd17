import { type ScreenPath, linkTo } from '#ui/state/address.ts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Chart, type ChartSeries } from '#ui/charts/chart.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { formats, type Formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { type Statistics, feedPath, feedsPath, releasesPath } from './statistics.panel.tsx';
import { addDays, countDays, dayMs, dayOf } from '#contract/days.ts';
import { ownTimeZone } from '#ui/dates/date-choice.ts';
import type { StatisticsMark } from '#features/analytics/statistics/statistics.contract.ts';

/** Longer ranges are drawn by week. */
const mostDays = 120;
const daysOfWeek = 7;

interface Part {
  readonly first: string;
  readonly last: string;
}

function partsOf(from: string, to: string): readonly Part[] {
  const days = countDays(from, to);
  const length = days > mostDays ? daysOfWeek : 1;
  return Array.from({ length: Math.ceil(days / length) }, (_, at) => {
    const [first, last] = [addDays(from, at * length), addDays(from, (at + 1) * length - 1)];
    return { first, last: last < to ? last : to };
  });
}

const areWeeks = (parts: readonly Part[]): boolean => parts.some(({ first, last }) => first !== last);

/** Null if nothing was tracked. */
function sumsOf(parts: readonly Part[], from: string, data: readonly (number | null)[]): readonly (number | null)[] {
  return parts.map(({ first, last }) => {
    const known = data
      .slice(countDays(from, first) - 1, countDays(from, last))
      .filter((value) => value !== null && value !== undefined);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** Noon UTC is the same calendar day almost everywhere. */
const shortly = (day: string, { shortDay }: Formats): string => shortDay(Date.parse(day) + dayMs / 2);

/** `13 Nov – 18 Nov`. */
export const shortDays = ({ start, end }: { readonly start: string; readonly end: string }, formats: Formats): string =>
  start === end ? shortly(start, formats) : `${shortly(start, formats)} – ${shortly(end, formats)}`;

export const comparedText = (compared: Statistics['compared']): string =>
  compared === null
    ? t('Today isn’t over yet.')
    : t('{days} against {before}', { days: shortDays(compared.now, formats), before: shortDays(compared.before, formats) });

/** One mark per part for releases and one for imports. */
function marksOf(parts: readonly Part[], marks: readonly StatisticsMark[], t: Translate) {
  return parts.flatMap(({ first, last }, at) => {
    const within = marks.filter(({ day }) => day >= first && day <= last);
    const [releases, imports] = [within.filter(({ kind }) => kind === 'release'), within.filter(({ kind }) => kind === 'import')];
    return [
      ...(releases[0] ? [{ at, needs: 'search', ...releaseMark(releases[0], releases, t) } as const] : []),
      ...(imports[0] ? [{ at, needs: 'data', isMinor: true, ...importMark(imports[0], imports, t) } as const] : []),
    ];
  });
}

function releaseMark(one: StatisticsMark, releases: readonly StatisticsMark[], t: Translate) {
  if (releases.length > 1) {
    const label = t('{count} releases', { count: releases.length });
    // That list uses the browser's time zone.
    const [from, to] = [one, releases.at(-1)!].map((release) => dayOf(release.at, ownTimeZone()));
    return { label, to: linkTo(releasesPath, { from, to }) };
  }
  const { number, by } = one;
  const label = by === null ? t('Release {number}', { number }) : t('Release {number}, {person}', { number, person: by });
  return { label, to: linkTo(releasesPath, { release: number }) };
}

function importMark({ number, feed_id: feed }: StatisticsMark, imports: readonly StatisticsMark[], t: Translate) {
  const label = t('{count} imports', { count: imports.length });
  if (feed === null || imports.some(({ feed_id: other }) => other !== feed)) return { label, to: linkTo(feedsPath) };
  return { label, to: linkTo(feedPath, { id: feed, ...(imports.length === 1 && { import: number }) }) };
}

export type ShownMark = ReturnType<typeof marksOf>[number];

const DaysTable = lazy(() => import('./days-table.tsx'));

const compare = 'compare';

interface Drawn extends ChartSeries {
  /** Per day; null if not tracked. */
  readonly data: readonly (number | null)[];
}
type DailySeries = Drawn & { readonly look: Exclude<ChartSeries['look'], typeof compare> };

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
      tick: shortly(part.first, formats),
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
      name={name}
      open={opensDays ? openDay : undefined}
      label={label}
      pointLabel={pointLabel}
      series={drawn.map(({ name, label: text, look }) => ({ name, label: text, look }))}
      points={points}
      marks={marks.map(({ needs, to, ...mark }) => (mayOpen[needs] ? { ...mark, to } : mark))}
      table={
        <Suspense>
          <DaysTable
            label={label}
            pointLabel={pointLabel}
            series={drawn}
            points={points.map((point, at) => ({ ...point, marks: marks.filter((mark) => mark.at === at) })).toReversed()}
          />
        </Suspense>
      }
    />
  );
}
