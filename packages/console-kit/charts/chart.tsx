import { Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { laterCode } from '#console-kit/calls/queries.ts';
import classes from './chart.module.css';

/** The main series has the accent; what is wrong has the colour of errors. */
export type SeriesLook = 'main' | 'problem';

export interface ChartSeries {
  readonly name: string;
  /** The translated word. */
  readonly label: string;
  readonly look: SeriesLook;
}

export interface ChartPoint {
  /** Under the axis, short. Several points may have the same. */
  readonly tick: string;
  /** What the point is, whole. */
  readonly title: string;
  /** By the names of the series. Null where nothing was measured: a gap, which is not 0. */
  readonly values: Readonly<Record<string, number | null>>;
}

export interface ChartData {
  /** What the chart shows, in words. */
  readonly label: string;
  /** What one point is, such as `Day`. */
  readonly pointLabel: string;
  readonly series: readonly ChartSeries[];
  /** From left to right. */
  readonly points: readonly ChartPoint[];
}

interface ChartProps extends ChartData {
  /** What one click shows below the chart: the same in exact figures. */
  readonly table: ReactNode;
}

const code = laterCode('chart', () => import('./chart-bars.tsx'));

/** Bars from 0, stacked by series, and their table one click away. Screen readers get a table in any case. */
export function Chart({ table, ...data }: ChartProps) {
  const t = useText();
  const id = useId();
  const [address, change] = useAddress();
  const isTableShown = address['table'] === 'shown';
  const Arrow = isTableShown ? ChevronUp : ChevronDown;
  return (
    <figure className={classes.figure} aria-label={data.label}>
      <Legend series={data.series} />
      <div className={classes.drawing}>
        <Loaded query={code} skeleton={<Skeleton height={200} />}>
          {({ ChartBars }) => <ChartBars {...data} />}
        </Loaded>
      </div>
      <Button
        className={classes.toggle ?? ''}
        variant="subtle"
        size="compact-sm"
        rightSection={<Arrow size={14} aria-hidden />}
        aria-expanded={isTableShown}
        aria-controls={id}
        onClick={() => change({ table: isTableShown ? undefined : 'shown', page: undefined })}
      >
        {isTableShown ? t('Hide the table') : t('Show as a table')}
      </Button>
      <div id={id}>{isTableShown ? <div className={classes.table}>{table}</div> : <SpokenTable {...data} />}</div>
    </figure>
  );
}

const Legend = ({ series }: Pick<ChartData, 'series'>) => (
  <ul className={classes.legend}>
    {series.map(({ name, label, look }) => (
      <li key={name} data-look={look}>
        {label}
      </li>
    ))}
  </ul>
);

/** The chart for those who don't see it. */
function SpokenTable({ label, pointLabel, series, points }: ChartData) {
  const { number } = useFormats();
  const textOf = (value: number | null | undefined) => (value == null ? '–' : number(value));
  return (
    <VisuallyHidden>
      <Table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{pointLabel}</th>
            {series.map(({ name, label: head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ title, values }, index) => (
            <tr key={index}>
              <th scope="row">{title}</th>
              {series.map(({ name }) => (
                <td key={name}>{textOf(values[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </VisuallyHidden>
  );
}
