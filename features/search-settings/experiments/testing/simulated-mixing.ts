import { coinOf, drawOf, mixedList, type Side } from '#features/front-api/search/mixed-list.ts';
import { comparePreferences } from '#features/search-settings/experiments/server/sequential.ts';

interface SimulatedOrders {
  readonly visitorsPerDay: number;
  readonly days: number;
  /** Noise of each order against what a visitor wants; the less, the better. */
  readonly noise: Readonly<Record<Side, number>>;
}

const itemCount = 20;
const goesOnShare = 0.85;
const returningShare = 0.3;
const nextSearchShare = 0.5;
/** Clicked by visitors who like what they see. */
const mostAppeal = 0.15;

/** Orders are drawn for each search, so none is better by chance. */
function orderOf(appeals: readonly number[], noise: number, random: () => number) {
  const scored = appeals.map((appeal, at) => ({ at, score: appeal + noise * (random() + random() - 1) }));
  return scored.toSorted((one, other) => other.score - one.score).map(({ at }) => ({ id: String(at), promoted: false }));
}

function clickedIn(ids: readonly string[], appeals: readonly number[], random: () => number): number | null {
  for (const [place, id] of ids.entries()) {
    if (random() < appeals[Number(id)]!) return place;
    if (random() >= goesOnShare) return null;
  }
  return null;
}

/** Shares of searches with a click if each order were shown alone. */
export function clickSharesOf(noise: SimulatedOrders['noise'], searches: number, random: () => number) {
  const share = (side: Side): number => {
    let clicks = 0;
    for (let at = 0; at < searches; at += 1) {
      const appeals = Array.from({ length: itemCount }, () => mostAppeal * random() ** 4);
      const ids = orderOf(appeals, noise[side], random).map(({ id }) => id);
      if (clickedIn(ids, appeals, random) !== null) clicks += 1;
    }
    return clicks / searches;
  };
  return { a: share('a'), b: share('b') };
}

/** A mixed list that is looked at every day: the verdict, and the visitors that had come by then; null if it stayed open. */
export function simulateMixing({ visitorsPerDay, days, noise }: SimulatedOrders, random: () => number) {
  const leads: number[] = [];
  const test = Math.floor(random() * 1e9);
  const search = (visitor: number): void => {
    const appeals = Array.from({ length: itemCount }, () => mostAppeal * random() ** 4);
    const query = String(Math.floor(random() * 1e9));
    const places = mixedList(
      orderOf(appeals, noise.a, random),
      orderOf(appeals, noise.b, random),
      coinOf(test, query, drawOf(String(visitor), query)),
    );
    const ids = places.map(({ hit }) => hit.id);
    const clicked = clickedIn(ids, appeals, random);
    const side = clicked === null ? null : places[clicked]!.side;
    if (side !== null) leads[visitor]! += side === 'b' ? 1 : -1;
  };
  for (let day = 1; day <= days; day += 1) {
    for (let visit = 0; visit < visitorsPerDay; visit += 1) {
      const isReturning = leads.length > 0 && random() < returningShare;
      const visitor = isReturning ? Math.floor(random() * leads.length) : leads.push(0) - 1;
      do search(visitor);
      while (random() < nextSearchShare);
    }
    const preferring = (sign: number): number => leads.filter((lead) => Math.sign(lead) === sign).length;
    const { low, high } = comparePreferences(preferring(-1), preferring(1));
    if ((low ?? 0) > 0) return { isBetter: true, visitors: leads.length, day };
    if ((high ?? 0) < 0) return { isBetter: false, visitors: leads.length, day };
  }
  return null;
}
