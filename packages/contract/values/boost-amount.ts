import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
/** ln(1 + x), e^x and x, for x ≥ 0. */
export type BoostCurve = 'logarithmic' | 'exponential' | 'linear';
export type BoostDirection = 'rising' | 'falling';

export type BoostOperation = 'add' | 'multiply';

/** Equal in both engines and the console's chart. */
export interface BoostFunction {
  readonly curve: BoostCurve;
  readonly operation: BoostOperation;
  readonly direction?: BoostDirection;
  readonly factor: number;
  /** Falling: numbers up to this get the full boost. */
  readonly fullUntil?: number;
}

const curves: Readonly<Record<BoostCurve, (x: number) => number>> = {
  logarithmic: Math.log1p,
  exponential: Math.exp,
  linear: (x) => x,
};

/** Bounds a single boost. */
export const limitedAmount = (amount: number): number => Math.min(maximumBoost, Math.max(0, amount));

export const curveAtFull = (curve: BoostCurve): number => curves[curve](1);

const noEffect: Readonly<Record<BoostOperation, number>> = { add: 0, multiply: 1 };

/**
 * Rising: `factor` × curve. Falling: `factor` up to `fullUntil` (or where the curve is 1), then the effect divided by the
 * curve.
 */
export function amountFor({ curve, operation, direction, factor, fullUntil }: BoostFunction, number: number): number {
  const x = Math.max(0, number);
  if (direction !== 'falling') return limitedAmount(factor * curves[curve](x));
  const faded = fullUntil === undefined ? curves[curve](x) : curves[curve](x / fullUntil) / curveAtFull(curve);
  const none = noEffect[operation];
  return limitedAmount(none + (factor - none) / Math.max(1, faded));
}

/** Days since 1970, UTC. */
export const dayNumber = (at: number): number => Math.floor(at / dayMs);

/** 0 for the future. */
export const ageInDays = (at: number, today: number): number => Math.max(0, today - dayNumber(at));
