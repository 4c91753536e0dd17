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

/** Accent, error red, or dashed grey. */
export type SeriesLook = 'main' | 'problem' | 'compare';

export interface ChartSeries {
  readonly name: string;
  readonly label: string;
  readonly look: SeriesLook;
}

export interface ChartPoint {
  readonly tick: string;
  readonly title: string;
  /** By series name; null is a gap. */
  readonly values: Readonly<Record<string, number | null>>;
  readonly note?: string;
  readonly missing?: string;
  /** Still going on, such as today; drawn dashed. Only the last point may be. */
  readonly isOpen?: boolean;
}

export interface ChartData {
  readonly label: string;
  readonly pointLabel: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly say?: (value: number) => string;
}

export interface ChartMark {
  readonly at: number;
  readonly label: string;
  readonly to?: LinkTarget | undefined;
  readonly isMinor?: boolean;
}

export interface ChartLinesData extends ChartData {
  readonly marks?: readonly ChartMark[];
  readonly threshold?: { readonly value: number; readonly label: string } | undefined;
  readonly isStacked?: boolean;
  readonly isInverted?: boolean;
  readonly open?: ((at: number) => void) | undefined;
}

type DrawnChart = (ChartData & { readonly kind?: 'bars' }) | (ChartLinesData & { readonly kind: 'lines' });

type ChartProps = DrawnChart & {
  readonly name?: string | undefined;
  /** The same in exact figures, one click away. */
  readonly table: ReactNode;
};

/** Lines with gaps or stacked bars. Screen readers get a table. */
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
