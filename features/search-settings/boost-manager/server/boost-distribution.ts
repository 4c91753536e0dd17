import {
  type BoostedField,
  type Distribution,
  distributionBars,
  shownBoostValues,
  madeOf,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { dayMs } from '#contract/days.ts';
import { fold } from '#engine/analysis/folding.ts';
import { ageInDays } from '#contract/values/boost-amount.ts';
import { type Filter, plainPlan } from '#engine/plan.ts';
import type { Facet } from '#engine/port.ts';
import type { SearchSession } from '#engine/search-session.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';

/** A field with more values than this is counted by bounds instead of value by value. */
const countedValues = 1_000;
/** Halving the range this often leaves less than anybody can see of it. */
const halvings = 20;
const shares = [0.1, 0.5, 0.9] as const;

/** Which values a field has, the most frequent first, and how its numbers, or the ages of its dates, are spread. */
export async function distributionOf(
  { session, today }: Pick<CollectionSearch, 'session' | 'today'>,
  field: BoostedField,
  search: string,
): Promise<Distribution> {
  const { facets, totalCount } = await session.search({ ...plainPlan, facets: [{ field: field.name, limit: countedValues }] });
  const facet = facets[0] ?? { field: field.name, values: [] };
  const wanted = fold(search.trim());
  const values = facet.values.filter(({ value }) => fold(String(value)).includes(wanted)).slice(0, shownBoostValues);
  const measure = madeOf(field);
  const scale = measure === 'age' ? agesOf(facet, today) : measure === 'number' ? numbersOf(facet) : null;
  const numbers = scale && (await spread(session, scale));
  return { item_count: totalCount, filled_count: await filledCount(session, facet), values, numbers };
}

const countsOf = (session: SearchSession, filters: readonly Filter[]): Promise<readonly number[]> =>
  session.counts(filters.map((filter) => ({ ...plainPlan, filters: [filter] })));

async function filledCount(session: SearchSession, { field, values, min }: Facet): Promise<number | null> {
  if (values.length === 0) return 0;
  if (min === undefined && values.length === countedValues) return null;
  const has = min === undefined ? { field, anyOf: values.map(({ value }) => value) } : { field, from: min };
  return (await countsOf(session, [has]))[0] ?? null;
}

interface Scale {
  readonly min: number;
  readonly max: number;
  readonly upTo: (bound: number) => Filter;
  readonly readable: (number: number) => number;
}

const numbersOf = ({ field, min, max }: Facet): Scale | null =>
  min === undefined || max === undefined ? null : { min, max, upTo: (to) => ({ field, to }), readable };

/** In days: the younger an item, the larger its date. */
const agesOf = ({ field, min, max }: Facet, today: number): Scale | null =>
  min === undefined || max === undefined
    ? null
    : {
        min: ageInDays(max, today),
        max: ageInDays(min, today),
        upTo: (days) => ({ field, from: (today - Math.floor(days)) * dayMs }),
        readable: Math.floor,
      };

/** Counts items up to some bounds, whatever number of values there is. */
async function spread(
  session: SearchSession,
  { min, max, upTo: filterUpTo, readable: shown }: Scale,
): Promise<Distribution['numbers']> {
  const upTo = (bounds: readonly number[]) => countsOf(session, bounds.map(filterUpTo));
  const [all = 0] = await upTo([max]);
  const ranges = shares.map(() => ({ from: min, to: max }));
  for (let step = 0; step < halvings; step++) {
    const middles = ranges.map(({ from, to }) => (from + to) / 2);
    const counts = await upTo(middles);
    for (const [at, range] of ranges.entries())
      if (counts[at]! >= all * shares[at]!) range.to = middles[at]!;
      else range.from = middles[at]!;
  }
  const [low = min, middle = min, high = max] = ranges.map(({ to }) => shown(to));
  // A few very large numbers would leave all others in one bar.
  const end = Math.min(max, high + (high - min)) || max;
  const width = (end - min) / distributionBars;
  const bounds = Array.from({ length: distributionBars - 1 }, (_, bar) => min + (bar + 1) * width);
  const counts = [0, ...(await upTo(bounds)), all];
  const bars = counts.slice(1).map((count, bar) => count - counts[bar]!);
  return { minimum: min, low, middle, high, maximum: max, end, bars };
}

const digits = 3;
const readable = (number: number): number => Number(number.toPrecision(digits));
