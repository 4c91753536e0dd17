import { type Metric, metrics } from '#features/search-settings/experiments/experiments.contract.ts';
import type { GroupSums } from '#features/search-settings/experiments/server/experiments.store.ts';
import { figureOf } from '#features/search-settings/experiments/server/figures.ts';

export interface SimulatedShop {
  readonly visitorsPerDay: number;
  readonly days: number;
  /** Relative, of the click rate of group B. */
  readonly lift: number;
}

type Row = Record<Metric, number>;

interface Visitor {
  readonly isB: boolean;
  /** Chance of a click after a search that finds something. */
  readonly clicks: number;
  readonly pays: number;
  searches: number;
  readonly totals: Row;
}

const unfoundShare = 0.1;
const returningShare = 0.3;
const nextSearchShare = 0.5;
/** After a click, and after a cart. */
const cartShare = 0.25;
const purchaseShare = 0.2;

const noRow = (): Row => ({ clicked: 0, carted: 0, bought: 0, turnover: 0, unfound: 0 });

function newGroup() {
  let [visitors, searches, squaredSearches] = [0, 0, 0];
  const [totals, squared, products] = [noRow(), noRow(), noRow()];
  return {
    add(visitor: Visitor, sign: 1 | -1): void {
      const count = visitor.searches;
      if (count === 0) return;
      visitors += sign;
      searches += sign * count;
      squaredSearches += sign * count * count;
      for (const metric of metrics) {
        const total = visitor.totals[metric];
        totals[metric] += sign * total;
        squared[metric] += sign * total * total;
        products[metric] += sign * total * count;
      }
    },
    sums: (): GroupSums =>
      Object.fromEntries(
        metrics.map((metric) => [
          metric,
          {
            visitors,
            searches,
            squaredSearches,
            total: totals[metric],
            squaredTotal: squared[metric],
            product: products[metric],
          },
        ]),
      ) as GroupSums,
  };
}

function newVisitor(random: () => number): Visitor {
  const liking = random();
  return {
    isB: random() < 0.5,
    clicks: 0.1 + 0.6 * liking * liking,
    // Lognormal: few carts make most of the turnover.
    pays: 30 * Math.exp(Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())),
    searches: 0,
    totals: noRow(),
  };
}

function search(visitor: Visitor, lift: number, random: () => number): void {
  const { totals, isB, clicks, pays } = visitor;
  visitor.searches += 1;
  if (random() < unfoundShare) totals.unfound += 1;
  else if (random() < clicks * (isB ? 1 + lift : 1)) {
    totals.clicked += 1;
    if (random() >= cartShare) return;
    totals.carted += 1;
    if (random() >= purchaseShare) return;
    totals.bought += 1;
    totals.turnover += pays;
  }
}

/** A test that is looked at every day: the metrics that differed on any of them, and the day on which the goal first did; null if it never did. */
export function simulateExperiment({ visitorsPerDay, days, lift }: SimulatedShop, random: () => number) {
  const [a, b] = [newGroup(), newGroup()];
  const known: Visitor[] = [];
  const scales = new Map<Metric, number | null>();
  const differing = new Set<Metric>();
  let seenOn: number | null = null;
  for (let day = 1; day <= days; day += 1) {
    for (let visit = 0; visit < visitorsPerDay; visit += 1) {
      const isReturning = known.length > 0 && random() < returningShare;
      const visitor = isReturning ? known[Math.floor(random() * known.length)]! : newVisitor(random);
      if (!isReturning) known.push(visitor);
      const group = visitor.isB ? b : a;
      group.add(visitor, -1);
      do search(visitor, lift, random);
      while (random() < nextSearchShare);
      group.add(visitor, 1);
    }
    const [ofA, ofB] = [a.sums(), b.sums()];
    for (const metric of metrics) {
      const { verdict, scale } = figureOf(metric, { goal: 'clicked', a: ofA, b: ofB, scale: scales.get(metric) ?? null });
      scales.set(metric, scale);
      if (verdict === 'open') continue;
      differing.add(metric);
      if (metric === 'clicked') seenOn ??= day;
    }
  }
  return { differing, seenOn, sums: a.sums() };
}
