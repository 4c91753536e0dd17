import { t } from '#ui/text/i18n.ts';
import type { ChartData, ChartMark, ChartSeries } from './chart.tsx';
import classes from './chart.module.css';

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

export function labelledTicks(count: number, most: number): (at: number) => boolean {
  const every = Math.max(1, Math.ceil(count / most));
  return (at) => at % every === 0;
}

const [top, right, bottom] = [12, 12, 24];
const letterWidth = 8;
export const markPx = 24;

/** Marks of one point are stacked. */
export const liftOf = (marks: readonly ChartMark[], place: number): number =>
  marks.slice(0, place).filter(({ at }) => at === marks[place]?.at).length * markPx;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function plotOf(
  { series, points, threshold, isInverted = false }: ChartData,
  { width, height }: Size,
  say: (value: number) => string,
) {
  const known = points.flatMap(({ values }) => series.map(({ name }) => values[name] ?? 0));
  const first = isInverted ? 1 : 0;
  const { end, ticks } = axisOf(Math.max(0, ...known, threshold?.value ?? 0), first);
  const left = Math.max(...ticks.map((tick) => say(tick).length)) * letterWidth + 12;
  const [innerWidth, innerHeight] = [Math.max(0, width - left - right), height - top - bottom];
  const xOf = (at: number): number => left + (points.length < 2 ? innerWidth / 2 : (at / (points.length - 1)) * innerWidth);
  const yOf = (value: number): number => {
    const share = (value - first) / (end - first);
    return top + (isInverted ? share : 1 - share) * innerHeight;
  };
  return {
    left,
    right: width - right,
    top,
    axis: height - bottom,
    ticks,
    xOf,
    yOf,
    placesOf: ({ name }: ChartSeries): (Place | null)[] =>
      points.map(({ values }, at) => (values[name] == null ? null : { x: xOf(at), y: yOf(values[name]) })),
    nearest(x: number): number {
      const share = innerWidth === 0 ? 0 : (x - left) / innerWidth;
      return Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1))));
    },
  };
}
export type Plot = ReturnType<typeof plotOf>;

const mostTicks = 8;
const tickWidthPx = 76;
const [letterPx, hanPx] = [7, 12];
const han = /\p{Script=Han}/gu;
/** The first one begins at its point, and the next one is centred. */
const widthsBetweenTicks = 1.5;

export function ticksIn(widthPx: number, ticks: readonly string[]): number {
  const px = (tick: string) => tick.length * letterPx + (tick.match(han)?.length ?? 0) * (hanPx - letterPx);
  const each = Math.max(tickWidthPx, widthsBetweenTicks * Math.max(...ticks.map(px)) + letterPx);
  return Math.max(1, Math.min(mostTicks, Math.floor(widthPx / each)));
}
const lonePx = 2;
const cursorPx = 4;
const trianglePx = 6;
const minorPx = 2.5;

interface ChartDrawingProps {
  readonly data: ChartData;
  readonly plot: Plot;
  readonly size: Size;
  readonly cursor: number | null;
  readonly say: (value: number) => string;
}

export function ChartDrawing({ data, plot, size: { width, height }, cursor, say }: ChartDrawingProps) {
  const { series, points, marks = [], threshold } = data;
  const told = points.map(({ tick }) => tick);
  const isLabelled = labelledTicks(points.length, ticksIn(plot.right - plot.left, told));
  const across = (value: number) => ({ x1: plot.left, x2: plot.right, y1: plot.yOf(value), y2: plot.yOf(value) });
  const down = (at: number) => ({ x1: plot.xOf(at), x2: plot.xOf(at), y1: plot.top, y2: plot.axis });
  return (
    <svg className={classes.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} {...across(tick)} />
          <text className={classes.word} x={plot.left - 8} y={plot.yOf(tick)} textAnchor="end" dominantBaseline="central">
            {say(tick)}
          </text>
        </g>
      ))}
      {points.map(({ tick, note }, at) => (
        <g key={at}>
          {isLabelled(at) && (
            <text className={classes.word} x={plot.xOf(at)} y={plot.axis + 18} textAnchor={anchorAt(at, points.length)}>
              {tick}
            </text>
          )}
          {note !== undefined && <line className={classes.missing} {...down(at)} y1={plot.axis - 5} y2={plot.axis + 3} />}
        </g>
      ))}
      {marks.map(({ at, label, isMinor = false }, place) => {
        const [x, y] = [plot.xOf(at), plot.axis - liftOf(marks, place)];
        return (
          <g key={`${at} ${label}`} className={classes.mark}>
            {isMinor ? <circle cx={x} cy={y} r={minorPx} /> : <line {...down(at)} />}
            {!isMinor && <path d={`M${x},${y - trianglePx}l${trianglePx / 2},${trianglePx}h${-trianglePx}z`} />}
          </g>
        );
      })}
      {/* The main series is drawn last, above those that it is compared with. */}
      {series.toReversed().map((one) => (
        <Line key={one.name} one={one} data={data} plot={plot} cursor={cursor} say={say} />
      ))}
      {threshold && (
        <>
          <line className={classes.threshold} {...across(threshold.value)} />
          <text className={classes.word} x={plot.right} y={plot.yOf(threshold.value) - 5} textAnchor="end">
            {threshold.label}
          </text>
        </>
      )}
      {cursor !== null && <line className={classes.cursor} {...down(cursor)} />}
    </svg>
  );
}

interface LineProps extends Pick<ChartDrawingProps, 'data' | 'plot' | 'cursor' | 'say'> {
  readonly one: ChartSeries;
}

function Line({ one, data: { series, points, isInverted = false }, plot, cursor, say }: LineProps) {
  const places = plot.placesOf(one);
  const isCompared = one.look === 'compare';
  const last = points.at(-1);
  const open = !isCompared && last?.isOpen === true ? places.at(-1) : null;
  const runs = runsOf(open ? places.slice(0, -1) : places);
  const lone = runs.flatMap((run) => (run.length === 1 ? run : []));
  const dots = [runs[0]?.[0], runs.at(-1)?.at(-1), ...lone].filter((place) => place !== undefined);
  const looked = cursor === null ? null : places[cursor];
  return (
    <g data-look={one.look} className={classes.line}>
      {runs.map((run) => (
        <path key={run[0]?.x} d={pathOf(run)} />
      ))}
      {!isCompared &&
        !isInverted &&
        runs.map((run) => <path key={run[0]?.x} className={classes.area} d={`${pathOf(run)}V${plot.axis}H${run[0]?.x}Z`} />)}
      {[...new Set(dots)].map((place) => (
        <circle key={place.x} cx={place.x} cy={place.y} r={lonePx} />
      ))}
      {open && <circle className={classes.open} cx={open.x} cy={open.y} r={cursorPx} />}
      {open && one === series[0] && cursor === null && (
        <text
          className={classes.word}
          x={open.x}
          y={Math.max(plot.top, open.y - 10)}
          textAnchor={points.length < 2 ? 'middle' : 'end'}
        >
          {`${t('so far')} ${say(last?.values[one.name] ?? 0)}`}
        </text>
      )}
      {looked && <circle cx={looked.x} cy={looked.y} r={cursorPx} />}
    </g>
  );
}

const anchorAt = (at: number, count: number): 'start' | 'middle' | 'end' => {
  if (count < 2) return 'middle';
  return at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle';
};
