import { amountFor } from '#contract/values/boost-amount.ts';
import type { BoostRule, Distribution } from '#features/search-settings/boost-manager/boost-manager.contract.ts';

/** Factors that are as near to each other as that put nothing in another order. */
const leastRatio = 1.01;
const leastDifference = 0.01;

export function amountOf(boost: BoostRule, number: number): number {
  const { function: curve, operation, direction, boost: factor, full_until: fullUntil } = boost;
  return amountFor({ curve, operation, direction, factor, ...(fullUntil !== null && { fullUntil }) }, number);
}

/** Whether all items that there are get about the same, so that their order stays. */
export function changesNothing(boost: BoostRule, { numbers, filled_count: filled, item_count: count }: Distribution): boolean {
  if (boost.type !== 'functional' || numbers === null) return false;
  const { minimum, low, middle, high, maximum } = numbers;
  const isAdded = boost.operation === 'add';
  const others = filled !== null && filled < count ? [isAdded ? 0 : 1] : [];
  const amounts = [...[minimum, low, middle, high, maximum].map((one) => amountOf(boost, one)), ...others];
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return isAdded ? most - least < leastDifference : most < least * leastRatio || most === 0;
}

/** Whether items with the smallest number are multiplied by nothing: they come last, whatever the query. */
export const takesAllScore = (boost: BoostRule, { numbers }: Distribution): boolean =>
  boost.type === 'functional' && boost.operation === 'multiply' && numbers !== null && amountOf(boost, numbers.minimum) === 0;
