import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { ChartLinesData } from './chart.tsx';
import { ChartMarks, marksAt } from './chart-marks.tsx';
import { LineDrawing, axisRoomOf, plotOf } from './line-drawing.tsx';
import { useAxisRoom } from './same-days.tsx';
import { ChartTip } from './chart-tip.tsx';
import classes from './chart-lines.module.css';

const usualWidth = 600;
const heightPx = 200;
const narrowPx = 480;
const narrowHeightPx = 160;

export function ChartLines(data: ChartLinesData) {
  const { label, series, points, marks = [], open } = data;
  const [onAxis, written] = [data.say ?? formats.compact, data.say ?? formats.number];
  const { ref, width: measured } = useElementSize();
  const [cursor, setCursor] = useState<number | null>(null);
  const width = measured === 0 ? usualWidth : measured;
  const height = width < narrowPx ? narrowHeightPx : heightPx;
  const left = useAxisRoom(axisRoomOf(data, onAxis));
  const plot = plotOf(data, { width, height, left });
  const last = points.length - 1;
  const shown = cursor === null ? undefined : points[cursor];

  const steps: Readonly<Record<string, (at: number) => number | null>> = {
    ArrowLeft: (at) => Math.max(0, at - 1),
    ArrowRight: (at) => Math.min(last, at + 1),
    Home: () => 0,
    End: () => last,
    Escape: () => null,
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cursor !== null) open?.(cursor);
    const step = steps[event.key];
    if (!step || (event.key === 'Escape' && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(step(cursor ?? last));
  };
  const nearest = ({ clientX, currentTarget }: MouseEvent) => plot.nearest(clientX - currentTarget.getBoundingClientRect().left);

  const linesAt = (at: number): string[] => {
    const { values, note, missing, isOpen } = points[at]!;
    const isMissing = series.every(({ name }) => values[name] == null);
    const [main, compared] = series;
    const [value, before] = [main && values[main.name], compared?.look === 'compare' ? values[compared.name] : null];
    return [
      ...(note === undefined ? [] : [note]),
      ...(missing !== undefined && isMissing ? [missing] : []),
      ...(isOpen === true ? [t('so far')] : []),
      ...(value != null && before != null ? [t('Difference: {number}', { number: written(value - before) })] : []),
      ...marksAt(marks, at),
    ];
  };
  const spokenAt = (at: number): string => {
    const { title, values } = points[at]!;
    const said = series.flatMap(({ name, label: word }) => (values[name] == null ? [] : [`${word}: ${written(values[name])}`]));
    return [title, ...said, ...linesAt(at)].join(', ');
  };
  if (points.length === 0) return null;
  const frame = (
    <div
      ref={ref}
      className={classes.frame}
      data-opens={open !== undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(cursor ?? last) + 1}
      aria-valuetext={spokenAt(cursor ?? last)}
      onKeyDown={press}
      onBlur={() => setCursor(null)}
      onClick={(event) => open?.(nearest(event))}
      onPointerMove={(event) => setCursor(nearest(event))}
      onPointerLeave={() => setCursor(null)}
    >
      <LineDrawing data={data} plot={plot} size={{ width, height }} cursor={cursor} say={onAxis} />
      {shown && cursor !== null && (
        <div
          className={classes.tip}
          style={plot.xOf(cursor) > width / 2 ? { right: width - plot.xOf(cursor) + 8 } : { left: plot.xOf(cursor) + 8 }}
          aria-hidden
        >
          <ChartTip series={series} say={written} point={shown} lines={linesAt(cursor)} />
        </div>
      )}
    </div>
  );
  return (
    <div className={classes.around}>
      {frame}
      <ChartMarks marks={marks} plot={plot} look={setCursor} />
    </div>
  );
}
