import type { ChartLinesData, ChartMark, ChartSeries } from './chart.tsx';
import { liftOf } from './chart-marks.tsx';
import classes from './chart-lines.module.css';

export interface Place {
  readonly x: number;
  readonly y: number;
}

export function runsOf(places: readonly (Place | null)[]): Place[][] {
  const runs: Place[][] = [];
  let isOpen = false;
  for (const place of places) {
    if (place && isOpen) runs.at(-1)?.push(place);
    else if (place) runs.push([place]);
    isOpen = place !== null;
  }
  return runs;
}

export const pathOf = (run: readonly Place[]): string =>
  run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${rounded(x)},${rounded(y)}`).join('');

const rounded = (value: number): number => Math.round(value * 10) / 10;

const gridLines = 4;
const evenSteps = [1, 2, 2.5, 5, 10];

/** From 0, or from 1 for places. */
export function axisOf(largest: number, first: 0 | 1): { readonly end: number; readonly ticks: readonly number[] } {
  const least = Math.max(largest, gridLines) / gridLines;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, power * (evenSteps.find((even) => even * power >= least && Number.isInteger(even * power)) ?? 10));
  const count = Math.ceil(Math.max(largest, gridLines) / step);
  const ticks = Array.from({ length: count + 1 }, (_, at) => (at === 0 ? first : at * step));
  return { end: count * step, ticks: [...new Set(ticks)] };
}

export function toldTicks(count: number, mostTold: number): (at: number) => boolean {
  const every = Math.max(1, Math.ceil(count / mostTold));
  return (at) => at % every === 0;
}

const top = 12;
const right = 12;
const bottom = 24;
const letterWidth = 8;

type Drawn = Pick<ChartLinesData, 'series' | 'points' | 'threshold' | 'isInverted' | 'isStacked'>;

const firstOf = ({ isInverted = false }: Drawn): 0 | 1 => (isInverted ? 1 : 0);

function axisFor(drawn: Drawn): ReturnType<typeof axisOf> {
  const values = drawn.points.map(({ values: of }) => drawn.series.map(({ name }) => of[name] ?? 0));
  const highest = values.map((one) => (drawn.isStacked ? one.reduce((sum, value) => sum + value, 0) : Math.max(0, ...one)));
  return axisOf(Math.max(0, ...highest, drawn.threshold?.value ?? 0), firstOf(drawn));
}

export const axisRoomOf = (drawn: Drawn, say: (value: number) => string): number =>
  Math.max(...axisFor(drawn).ticks.map((tick) => say(tick).length)) * letterWidth + 12;

export function plotOf(
  drawn: Drawn,
  { width, height, left }: { readonly width: number; readonly height: number; readonly left: number },
) {
  const { points, isInverted = false, isStacked = false } = drawn;
  const first = firstOf(drawn);
  const { end, ticks } = axisFor(drawn);
  const [innerWidth, innerHeight] = [Math.max(0, width - left - right), height - top - bottom];
  const band = innerWidth / Math.max(1, points.length);
  const xOf = (at: number): number => {
    if (isStacked) return left + (at + 0.5) * band;
    return left + (points.length < 2 ? innerWidth / 2 : (at / (points.length - 1)) * innerWidth);
  };
  const yOf = (value: number): number => {
    const share = (value - first) / (end - first);
    return top + (isInverted ? share : 1 - share) * innerHeight;
  };
  const placesOf = ({ name }: ChartSeries): (Place | null)[] =>
    points.map((point, at) => {
      const value = point.values[name];
      return value == null ? null : { x: xOf(at), y: yOf(value) };
    });
  return {
    left,
    right: width - right,
    top,
    axis: height - bottom,
    ticks,
    band,
    xOf,
    yOf,
    placesOf,
    lineOf(one: ChartSeries): { readonly runs: Place[][]; readonly open: readonly Place[] } {
      const places = placesOf(one);
      const isOpen = points.at(-1)?.isOpen === true && places.at(-1) != null && places.at(-2) != null;
      return {
        runs: runsOf(isOpen ? places.slice(0, -1) : places),
        open: isOpen ? places.slice(-2).filter((one) => one !== null) : [],
      };
    },
    nearest(x: number): number {
      const share = innerWidth === 0 ? 0 : (x - left) / innerWidth;
      const at = isStacked ? Math.floor(share * points.length) : Math.round(share * (points.length - 1));
      return Math.min(points.length - 1, Math.max(0, at));
    },
  };
}
export type Plot = ReturnType<typeof plotOf>;

const mostTicks = 8;
const tickWidthPx = 76;
const lonePx = 2;
const cursorPx = 4;
const trianglePx = 6;
const minorPx = 2.5;
const widestBarPx = 40;
const barShare = 0.8;

interface LineDrawingProps {
  readonly data: ChartLinesData;
  readonly plot: Plot;
  readonly size: { readonly width: number; readonly height: number };
  readonly cursor: number | null;
  readonly say: (value: number) => string;
}

export function LineDrawing({ data, plot, size: { width, height }, cursor, say }: LineDrawingProps) {
  const { series, points, marks = [], threshold, isStacked = false } = data;
  const isTold = toldTicks(points.length, Math.max(1, Math.min(mostTicks, Math.floor((plot.right - plot.left) / tickWidthPx))));
  return (
    <svg className={classes.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={plot.left} x2={plot.right} y1={plot.yOf(tick)} y2={plot.yOf(tick)} />
          <text className={classes.word} x={plot.left - 8} y={plot.yOf(tick)} textAnchor="end" dominantBaseline="central">
            {say(tick)}
          </text>
        </g>
      ))}
      {points.map(({ tick, note }, at) => (
        <g key={at}>
          {isTold(at) && (
            <text
              className={classes.word}
              x={plot.xOf(at)}
              y={plot.axis + 18}
              textAnchor={isStacked && plot.band >= tickWidthPx ? 'middle' : anchorAt(at, points.length)}
            >
              {tick}
            </text>
          )}
          {note !== undefined && (
            <line className={classes.missing} x1={plot.xOf(at)} x2={plot.xOf(at)} y1={plot.axis - 5} y2={plot.axis + 3} />
          )}
        </g>
      ))}
      {marks.map((mark, place) => (
        <Mark key={`${mark.at} ${mark.label}`} mark={mark} plot={plot} y={plot.axis - liftOf(marks, place)} />
      ))}
      {/* The main series is drawn last, above those that it is compared with. */}
      {series
        .toReversed()
        .map((one) =>
          isStacked ? (
            <Bars key={one.name} one={one} data={data} plot={plot} cursor={cursor} />
          ) : (
            <Line key={one.name} one={one} plot={plot} cursor={cursor} />
          ),
        )}
      {threshold && (
        <>
          <line
            className={classes.threshold}
            x1={plot.left}
            x2={plot.right}
            y1={plot.yOf(threshold.value)}
            y2={plot.yOf(threshold.value)}
          />
          <text className={classes.thresholdWord} x={plot.right} y={plot.yOf(threshold.value) - 5} textAnchor="end">
            {threshold.label}
          </text>
        </>
      )}
      {cursor !== null && !isStacked && (
        <line className={classes.cursor} x1={plot.xOf(cursor)} x2={plot.xOf(cursor)} y1={plot.top} y2={plot.axis} />
      )}
    </svg>
  );
}

function Mark({ mark: { at, isMinor = false }, plot, y }: { readonly mark: ChartMark; readonly plot: Plot; readonly y: number }) {
  const x = plot.xOf(at);
  return (
    <g className={classes.mark}>
      {isMinor ? (
        <circle cx={x} cy={y} r={minorPx} />
      ) : (
        <>
          <line x1={x} x2={x} y1={plot.top} y2={plot.axis} />
          <path d={`M${x},${y - trianglePx}l${trianglePx / 2},${trianglePx}h${-trianglePx}z`} />
        </>
      )}
    </g>
  );
}

interface BarsProps extends Pick<LineDrawingProps, 'data' | 'plot' | 'cursor'> {
  readonly one: ChartSeries;
}

function Bars({ one, data: { series, points }, plot, cursor }: BarsProps) {
  const below = series.slice(0, series.indexOf(one));
  const width = Math.min(widestBarPx, plot.band * barShare);
  return (
    <g data-look={one.look} className={classes.bars}>
      {points.map(({ values }, at) => {
        const value = values[one.name] ?? 0;
        const from = below.reduce((sum, { name }) => sum + (values[name] ?? 0), 0);
        const [bottom, top] = [plot.yOf(from), plot.yOf(from + value)];
        return value === 0 ? null : (
          <rect key={at} data-looked={at === cursor} x={plot.xOf(at) - width / 2} y={top} width={width} height={bottom - top} />
        );
      })}
    </g>
  );
}

function Line({ one, plot, cursor }: { readonly one: ChartSeries; readonly plot: Plot; readonly cursor: number | null }) {
  const { runs, open } = plot.lineOf(one);
  const ends = [runs[0]?.[0], runs.at(-1)?.at(-1), open.at(-1)].filter((place) => place !== undefined);
  const lone = runs.filter(({ length }) => length === 1).flat();
  const looked = cursor === null ? null : plot.placesOf(one)[cursor];
  return (
    <g data-look={one.look} className={classes.line}>
      {runs.map((run) => (
        <path key={run[0]?.x} d={pathOf(run)} />
      ))}
      {open.length > 0 && <path className={classes.open} d={pathOf(open)} />}
      {[...new Set([...ends, ...lone])].map((place) => (
        <circle key={place.x} cx={place.x} cy={place.y} r={lonePx} />
      ))}
      {looked && <circle cx={looked.x} cy={looked.y} r={cursorPx} />}
    </g>
  );
}

const anchorAt = (at: number, count: number): 'start' | 'middle' | 'end' => {
  if (count < 2) return 'middle';
  return at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle';
};
