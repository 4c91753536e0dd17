import { appendFileSync } from 'node:fs';
import { readConfig } from '#apps/server/config.ts';
import { percentile } from './engine-queries.ts';

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
  readonly searchThreads: number | null;
}

export const serverSearchThreads: number = readConfig({}).searchThreads;

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

export function tell(figure: Figure): void {
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
