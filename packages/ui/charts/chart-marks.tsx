import { Link } from '@tanstack/react-router';
import { t } from '#ui/text/i18n.ts';
import type { ChartMark } from './chart.tsx';
import type { Plot } from './line-drawing.tsx';
import classes from './chart-lines.module.css';

const widestPx = 24;
const narrowestPx = 8;

/** Marks of one point are stacked. */
export const liftOf = (marks: readonly ChartMark[], place: number): number =>
  marks.slice(0, place).filter(({ at }) => at === marks[place]?.at).length * widestPx;

export const marksAt = (marks: readonly ChartMark[], place: number): string[] =>
  marks.filter(({ at }) => at === place).map(({ label }) => label);

interface ChartMarksProps {
  readonly marks: readonly ChartMark[];
  readonly plot: Plot;
  readonly look: (at: number | null) => void;
}

/** Links beside the slider, as nothing inside a slider can be focused. */
export function ChartMarks({ marks, plot, look }: ChartMarksProps) {
  const leading = marks.flatMap(({ at, label, to }, place) => (to ? [{ at, label, to, lift: liftOf(marks, place) }] : []));
  if (leading.length === 0) return null;
  const width = Math.max(narrowestPx, Math.min(widestPx, plot.xOf(1) - plot.xOf(0)));
  return (
    <ul className={classes.marks} aria-label={t('Changes')}>
      {leading.map(({ at, label, to, lift }) => (
        <li
          key={`${at} ${label}`}
          style={{ left: plot.xOf(at) - width / 2, top: plot.axis - widestPx / 2 - lift, width, height: widestPx }}
        >
          <Link
            {...to}
            aria-label={label}
            onPointerEnter={() => look(at)}
            onPointerLeave={() => look(null)}
            onFocus={() => look(at)}
            onBlur={() => look(null)}
          />
        </li>
      ))}
    </ul>
  );
}
