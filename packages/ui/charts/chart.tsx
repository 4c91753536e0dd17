// May import: `state`, `text`, `calls` and `page`.
import { Button, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { type LinkTarget, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ChartFrame, marksAt } from './chart-frame.tsx';
import classes from './chart.module.css';

export interface ChartSeries {
  readonly name: string;
  readonly label: string;
  /** Accent, error red, or dashed grey. */
  readonly look: 'main' | 'problem' | 'compare';
}

export interface ChartPoint {
  readonly tick: string;
  readonly title: string;
  /** By series name; null is a gap. */
  readonly values: Readonly<Record<string, number | null>>;
  readonly note?: string;
  readonly missing?: string;
  /** Still going on, such as today; drawn as a dot beside the line. Only the last point may be. */
  readonly isOpen?: boolean;
}

export interface ChartMark {
  readonly at: number;
  readonly label: string;
  readonly to?: LinkTarget | undefined;
  readonly isMinor?: boolean;
}

export interface ChartData {
  readonly label: string;
  readonly pointLabel: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly say?: (value: number) => string;
  readonly marks?: readonly ChartMark[];
  readonly threshold?: { readonly value: number; readonly label: string } | undefined;
  readonly isInverted?: boolean;
  readonly open?: ((at: number) => void) | undefined;
}

interface ChartProps extends ChartData {
  readonly name?: string | undefined;
  /** The same in exact figures, one click away. */
  readonly table: ReactNode;
}

/** Lines with gaps. Screen readers get a table. */
export function Chart({ name = 'shown', table, ...data }: ChartProps) {
  const id = useId();
  const [address, change] = useAddress();
  const isTableShown = address['table'] === name;
  const Arrow = isTableShown ? ChevronUp : ChevronDown;
  return (
    <figure className={classes.figure} aria-label={data.label}>
      <ul className={classes.legend}>
        {data.series.map((one) => (
          <li key={one.name} data-look={one.look}>
            {one.label}
          </li>
        ))}
      </ul>
      <ChartFrame {...data} />
      <Button
        mt={8}
        ml={-8}
        variant="subtle"
        size="compact-sm"
        c="dimmed"
        fw={400}
        rightSection={<Arrow size={14} aria-hidden />}
        aria-expanded={isTableShown}
        aria-controls={id}
        onClick={() => change({ table: isTableShown ? undefined : name, page: undefined })}
      >
        {isTableShown ? t('Hide the table') : t('Show as a table')}
      </Button>
      <div id={id}>{isTableShown ? <div className={classes.table}>{table}</div> : <SpokenTable {...data} />}</div>
    </figure>
  );
}

function SpokenTable({ label, pointLabel, series, points, marks = [], say = formats.number }: ChartData) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[pointLabel, ...series.map((one) => one.label), ...(marks.length > 0 ? [t('Changes')] : [])].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ title, values, note, missing }, at) => (
            <tr key={at}>
              <th scope="row">{title}</th>
              {series.map(({ name }) => (
                <td key={name}>{values[name] == null ? (note ?? missing ?? '–') : say(values[name])}</td>
              ))}
              {marks.length > 0 && <td>{marksAt(marks, at).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
