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
