import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
/** ln(1 + x), e^x and x, of numbers from 0 on. */
export type BoostCurve = 'logarithmic' | 'exponential' | 'linear';
/** Whether large numbers get more, or small ones. */
export type BoostDirection = 'rising' | 'falling';

export type BoostOperation = 'add' | 'multiply';

/** What both engines work out alike, and the console draws. */
export interface BoostFunction {
  readonly curve: BoostCurve;
  readonly operation: BoostOperation;
  readonly direction?: BoostDirection;
  readonly factor: number;
  /** Of a falling one: numbers up to this one get all of it. */
  readonly fullUntil?: number;
}

const curves: Readonly<Record<BoostCurve, (x: number) => number>> = {
  logarithmic: Math.log1p,
  exponential: Math.exp,
  linear: (x) => x,
};

/** No single boost multiplies by more or adds more, whatever the numbers in a feed. */
export const limitedAmount = (amount: number): number => Math.min(maximumBoost, Math.max(0, amount));

/** What a curve is at the last number that gets all of a falling boost. */
export const curveAtFull = (curve: BoostCurve): number => curves[curve](1);

/** What changes no score. */
const noEffect: Readonly<Record<BoostOperation, number>> = { add: 0, multiply: 1 };

/**
 * What a boost makes of a number: rising, `factor` times the curve; falling, `factor` for the smallest numbers, and from there on what is
 * left of its effect divided by the curve. The smallest numbers are those up to `fullUntil`, in which the curve is then counted; without it
 * those whose curve is 1 at most.
 */
export function amountFor({ curve, operation, direction, factor, fullUntil }: BoostFunction, number: number): number {
  const x = Math.max(0, number);
  if (direction !== 'falling') return limitedAmount(factor * curves[curve](x));
  const faded = fullUntil === undefined ? curves[curve](x) : curves[curve](x / fullUntil) / curveAtFull(curve);
  const none = noEffect[operation];
  return limitedAmount(none + (factor - none) / Math.max(1, faded));
}

/** The day of a moment in epoch milliseconds, as days since 1970 by UTC, whatever the hour: an order that stays all day. */
export const dayNumber = (at: number): number => Math.floor(at / dayMs);

/** Whole days from a moment until `today`; 0 for what is yet to come. */
export const ageInDays = (at: number, today: number): number => Math.max(0, today - dayNumber(at));
