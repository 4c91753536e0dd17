import type { ChartLinesData, ChartSeries } from './chart.tsx';
import { axisOf, type Place, runsOf } from './chart-scale.ts';

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
