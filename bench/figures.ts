import { appendFileSync, readFileSync } from 'node:fs';

/** Milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Target {
  /** For example `p99 ≤ 5 ms`. */
  readonly text: string;
  readonly isMet: boolean;
}

export interface Figure {
  /** Stable, so that runs can be compared. */
  readonly name: string;
  readonly times?: Times;
  readonly value?: string;
  readonly target?: Target;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const timesOf = (milliseconds: readonly number[]): Times => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
});

export const atMost = (share: keyof Times, milliseconds: number, times: Times): Target => ({
  text: `${share} ≤ ${milliseconds} ms`,
  isMet: times[share] <= milliseconds,
});

/** Set by `npm run bench`. */
const collected = process.env['AISLE_BENCH_FIGURES'];

export function report(figure: Figure): void {
  const { name, times, value, target } = figure;
  const parts = [
    ...(times ? [`p50 ${ms(times.p50)}, p95 ${ms(times.p95)}, p99 ${ms(times.p99)} ms`] : []),
    ...(value === undefined ? [] : [value]),
    ...(target ? [`${target.text}: ${target.isMet ? 'met' : 'missed'}`] : []),
  ];
  console.log(`${name}: ${parts.join('; ')}`);
  if (collected !== undefined) appendFileSync(collected, `${JSON.stringify(figure)}\n`);
}

const ms = (time: number): string => time.toFixed(time < 10 ? 2 : 1);

/** Linux only. */
export const peakMegabytes = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** All threads. Linux only. */
export function processorSeconds(pid: number): number {
  const ticksPerSecond = 100;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
