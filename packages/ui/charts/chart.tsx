// May import: `state`, `text`, `calls` and `page`.
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { type LinkTarget, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ChartLines } from './chart-lines.tsx';
import { marksAt } from './chart-marks.tsx';
import classes from './chart.module.css';

/** The main series has the accent; what is wrong has the colour of errors; what it is compared with is grey, and dashed as a line. */
export type SeriesLook = 'main' | 'problem' | 'compare';

export interface ChartSeries {
  readonly name: string;
  readonly label: string;
  readonly look: SeriesLook;
}

export interface ChartPoint {
  /** Under the axis, short. Several points may have the same. */
  readonly tick: string;
  readonly title: string;
  /** By the names of the series. Null where nothing was measured: a gap, which is not 0. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Said in place of a value that is missing for a reason. Lines have a red tick on their axis there. */
  readonly note?: string;
  /** Said in place of values that nobody measured, where that is all there is to say of it. */
  readonly missing?: string;
  /** It is still going on, such as today; the last one alone may be. Lines lead to it dashed. */
  readonly isOpen?: boolean;
}

export interface ChartData {
  readonly label: string;
  /** What one point is, such as `Day`. */
  readonly pointLabel: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  /** How a value is written, such as a share; as a number where it isn't said. */
  readonly say?: (value: number) => string;
}

export interface ChartMark {
  /** The place of the point, from 0. */
  readonly at: number;
  readonly label: string;
  readonly to?: LinkTarget | undefined;
  /** What comes often, such as an import: a point in place of a line. */
  readonly isMinor?: boolean;
}

export interface ChartLinesData extends ChartData {
  readonly marks?: readonly ChartMark[];
  readonly threshold?: { readonly value: number; readonly label: string } | undefined;
  /** Bars on top of each other in place of lines. */
  readonly isStacked?: boolean;
  /** For places: 1 is at the top. */
  readonly isInverted?: boolean;
  /** What a click on a point opens, or Enter where the cursor is. */
  readonly open?: ((at: number) => void) | undefined;
}

type DrawnChart = (ChartData & { readonly kind?: 'bars' }) | (ChartLinesData & { readonly kind: 'lines' });

type ChartProps = DrawnChart & {
  /** What the address calls its table, where a page has several charts. */
  readonly name?: string | undefined;
  /** What one click shows below the chart: the same in exact figures. */
  readonly table: ReactNode;
};

/** Bars from 0, stacked by series, or lines with gaps, and their table one click away. Screen readers get a table in any case. */
export function Chart({ name = 'shown', table, ...data }: ChartProps) {
  const id = useId();
  const [address, change] = useAddress();
  const isTableShown = address['table'] === name;
  const Arrow = isTableShown ? ChevronUp : ChevronDown;
  return (
    <figure className={classes.figure} aria-label={data.label}>
      <Legend series={data.series} kind={data.kind ?? 'bars'} />
      <div className={classes.drawing} data-kind={data.kind ?? 'bars'}>
        <ChartLines {...data} isStacked={data.kind !== 'lines'} />
      </div>
      <Button
        className={classes.toggle ?? ''}
        variant="subtle"
        size="compact-sm"
        rightSection={<Arrow size={14} aria-hidden />}
        aria-expanded={isTableShown}
        aria-controls={id}
        onClick={() => change({ table: isTableShown ? undefined : name, page: undefined })}
      >
        {isTableShown ? t('Hide the table') : t('Show as a table')}
      </Button>
      <div id={id}>{isTableShown ? <div className={classes.table}>{table}</div> : <SpokenTable marks={[]} {...data} />}</div>
    </figure>
  );
}

const Legend = ({ series, kind }: Pick<ChartData, 'series'> & { readonly kind: 'bars' | 'lines' }) => (
  <ul className={classes.legend} data-kind={kind}>
    {series.map(({ name, label, look }) => (
      <li key={name} data-look={look}>
        {label}
      </li>
    ))}
  </ul>
);

/** The chart for those who don't see it. */
function SpokenTable({ label, pointLabel, series, points, marks, say }: ChartData & { readonly marks: readonly ChartMark[] }) {
  const textOf = (value: number | null | undefined, note = '–') => (value == null ? note : (say ?? formats.number)(value));
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
            {marks.length > 0 && <th scope="col">{t('Changes')}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ title, values, note, missing }, index) => (
            <tr key={index}>
              <th scope="row">{title}</th>
              {series.map(({ name }) => (
                <td key={name}>{textOf(values[name], note ?? missing)}</td>
              ))}
              {marks.length > 0 && <td>{marksAt(marks, index).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </VisuallyHidden>
  );
}
