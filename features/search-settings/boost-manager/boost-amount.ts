import { maximumBoost } from '#contract/limits.ts';
import type { BoostRule } from './boost-manager.contract.ts';

/** What a functional boost multiplies by or adds for a number, as the engines work it out. */
export function amountFor({ function: curve, boost }: Pick<BoostRule, 'function' | 'boost'>, number: number): number {
  const x = Math.max(0, number);
  const curved = { logarithmic: Math.log1p(x), linear: x, exponential: Math.exp(x) }[curve];
  return Math.min(maximumBoost, boost * curved);
}
