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
  /** As in `p99 ≤ 5 ms`. */
  readonly text: string;
  readonly isMet: boolean;
}

/** One row of docs/benchmarks.md. */
export interface Figure {
  /** What was measured; the same in every run, so that a new figure replaces the old one. */
  readonly name: string;
  readonly times?: Times;
  /** What isn't a time, with its unit. */
  readonly value?: string;
  readonly target?: Target;
  /** As the engine had them; null where none takes part. */
  readonly searchThreads: number | null;
}

/** As a server on this machine runs them by itself. */
export const serverSearchThreads: number = readConfig({}).searchThreads;

export const timesOf = (milliseconds: readonly number[]): Times => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
});

/** `p99 ≤ 5 ms`, held against what was measured. */
export const atMost = (share: keyof Times, milliseconds: number, times: Times): Target => ({
  text: `${share} ≤ ${milliseconds} ms`,
  isMet: times[share] <= milliseconds,
});

/** `npm run bench -- --write` collects the rows in the file that this names. */
const collected = process.env['AISLE_BENCH_FIGURES'];

/** Prints a figure and, where they are collected, adds it. */
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
