import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
/** ln(1 + x), e^x and x, of numbers from 0 on. */
export type BoostCurve = 'logarithmic' | 'exponential' | 'linear';
/** Whether large numbers get more, or small ones. */
export type BoostDirection = 'rising' | 'falling';

/** What the amount does to a score. */
export type BoostOperation = 'add' | 'multiply';

/** What both engines work out alike, and the console draws. */
export interface BoostFunction {
  readonly curve: BoostCurve;
  readonly operation: BoostOperation;
  readonly direction?: BoostDirection;
  readonly factor: number;
}

const curves: Readonly<Record<BoostCurve, (x: number) => number>> = {
  logarithmic: Math.log1p,
  exponential: Math.exp,
  linear: (x) => x,
};

/** No single boost multiplies by more or adds more, whatever the numbers in a feed. */
export const limitedAmount = (amount: number): number => Math.min(maximumBoost, Math.max(0, amount));

/** What changes no score. */
const noEffect: Readonly<Record<BoostOperation, number>> = { add: 0, multiply: 1 };

/**
 * What a boost makes of a number: rising, `factor` times the curve; falling, `factor` for the smallest numbers, whose curve is 1 at most,
 * and from there on what is left of its effect divided by the curve.
 */
export function amountFor({ curve, operation, direction, factor }: BoostFunction, number: number): number {
  const curved = curves[curve](Math.max(0, number));
  const none = noEffect[operation];
  return limitedAmount(direction === 'falling' ? none + (factor - none) / Math.max(1, curved) : factor * curved);
}

/** The day of a moment in epoch milliseconds, as days since 1970 by UTC, whatever the hour: an order that stays all day. */
export const dayNumber = (at: number): number => Math.floor(at / dayMs);

/** Whole days from a moment until `today`; 0 for what is yet to come. */
export const ageInDays = (at: number, today: number): number => Math.max(0, today - dayNumber(at));
