import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { ChartData, ChartMark } from './chart.tsx';
import { ChartDrawing, liftOf, markPx, type Plot, plotOf } from './chart-drawing.tsx';
import classes from './chart.module.css';

const usualWidth = 600;
/** 160 for the plot, 36 for its ticks and margins. */
const heightPx = 196;
const narrowestMarkPx = 8;

export const marksAt = (marks: readonly ChartMark[], place: number): string[] =>
  marks.filter(({ at }) => at === place).map(({ label }) => label);

/** The drawing, looked through by pointer and keys. */
export function ChartFrame(data: ChartData) {
  const { label, series, points, marks = [], open } = data;
  const [onAxis, written] = [data.say ?? formats.compact, data.say ?? formats.number];
  const { ref, width: measured } = useElementSize();
  const [cursor, setCursor] = useState<number | null>(null);
  const width = measured === 0 ? usualWidth : measured;
  const size = { width, height: heightPx };
  const plot = plotOf(data, size, onAxis);
  const last = points.length - 1;
  const [at, shown] = [cursor ?? last, cursor === null ? undefined : points[cursor]];

  const steps: Readonly<Record<string, number | null>> = {
    ArrowLeft: Math.max(0, at - 1),
    ArrowRight: Math.min(last, at + 1),
    Home: 0,
    End: last,
    Escape: null,
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cursor !== null) open?.(cursor);
    const next = steps[event.key];
    if (next === undefined || (next === null && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(next);
  };
  const nearest = ({ clientX, currentTarget }: MouseEvent) => plot.nearest(clientX - currentTarget.getBoundingClientRect().left);

  if (points.length === 0) return null;
  const known = ({ values }: (typeof points)[number]) =>
    series.flatMap((one) => (values[one.name] == null ? [] : [{ ...one, text: written(values[one.name] ?? 0) }]));
  function linesAt(place: number): string[] {
    const { values, note, missing, isOpen } = points[place]!;
    const [main, compared] = series;
    const [value, before] = [main && values[main.name], compared?.look === 'compare' ? values[compared.name] : null];
    return [
      ...(note === undefined ? [] : [note]),
      ...(missing !== undefined && known(points[place]!).length === 0 ? [missing] : []),
      ...(isOpen === true ? [t('so far')] : []),
      ...(value != null && before != null ? [t('Difference: {number}', { number: written(value - before) })] : []),
      ...marksAt(marks, place),
    ];
  }
  const spoken = [points[at]!.title, ...known(points[at]!).map((one) => `${one.label}: ${one.text}`), ...linesAt(at)];
  return (
    <div className={classes.around}>
      <div
        ref={ref}
        className={classes.frame}
        data-opens={open !== undefined}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={spoken.join(', ')}
        onKeyDown={press}
        onBlur={() => setCursor(null)}
        onClick={(event) => open?.(nearest(event))}
        onPointerMove={(event) => setCursor(nearest(event))}
        onPointerLeave={() => setCursor(null)}
      >
        <ChartDrawing data={data} plot={plot} size={size} cursor={cursor} say={onAxis} />
        {shown && (
          <div
            className={classes.tip}
            style={plot.xOf(at) > width / 2 ? { right: width - plot.xOf(at) + 8 } : { left: plot.xOf(at) + 8 }}
            aria-hidden
          >
            <strong>{shown.title}</strong>
            <ul>
              {known(shown).map(({ name, label: word, look, text }) => (
                <li key={name} data-look={look}>
                  <span>{word}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
            {linesAt(at).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        )}
      </div>
      <ChartMarks marks={marks} plot={plot} look={setCursor} />
    </div>
  );
}

interface ChartMarksProps {
  readonly marks: readonly ChartMark[];
  readonly plot: Plot;
  readonly look: (at: number | null) => void;
}

/** Links beside the slider, as nothing inside a slider can be focused. */
function ChartMarks({ marks, plot, look }: ChartMarksProps) {
  const width = Math.max(narrowestMarkPx, Math.min(markPx, plot.xOf(1) - plot.xOf(0)));
  const links = marks.flatMap(({ at, label, to }, place) => {
    const style = { left: plot.xOf(at) - width / 2, top: plot.axis - markPx / 2 - liftOf(marks, place), width, height: markPx };
    const [show, hide] = [() => look(at), () => look(null)];
    if (!to) return [];
    return [
      <li key={`${at} ${label}`} style={style}>
        <Link {...to} aria-label={label} onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide} />
      </li>,
    ];
  });
  return (
    links.length > 0 && (
      <ul className={classes.marks} aria-label={t('Changes')}>
        {links}
      </ul>
    )
  );
}
