import { maxResultWindow, type Plan } from '#engine/plan.ts';
import type { Explanation, Hit, SearchSession } from '#engine/port.ts';

const sameScore = 1e-4;
const readAtOnce = 100;
const readAtMost = 1_000;

/** From 1, in the order of scores; null if it can't be told. A binary search by single hits, so deep places cost a few searches. */
export async function positionOf(
  session: SearchSession,
  plan: Plan,
  { itemId, score }: Pick<Explanation, 'itemId' | 'score'>,
  best: readonly Hit[] = [],
): Promise<number | null> {
  const knownPlace = best.findIndex(({ id }) => id === itemId);
  if (knownPlace >= 0) return knownPlace + 1;
  const read = async (from: number, size: number) =>
    session.search({ ...plan, facets: [], sort: [], from, size: Math.min(size, maxResultWindow - from) });
  const isBefore = (hit: Hit): boolean => hit.score > score + sameScore;
  const { totalCount, hits: first } = await read(0, Math.max(readAtOnce, plan.promoted.length));
  const atTop = first.findIndex(({ id }) => id === itemId);
  if (atTop >= 0) return atTop + 1;

  let low = 0;
  let high = Math.min(totalCount, maxResultWindow);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // Promoted items come at any place.
    const hit = (await read(middle, 1 + plan.promoted.length)).hits.find(({ promoted }) => !promoted);
    if (hit && isBefore(hit)) low = middle + 1;
    else high = middle;
  }
  for (let from = low; from < Math.min(totalCount, maxResultWindow, low + readAtMost); from += readAtOnce) {
    const { hits } = await read(from, readAtOnce);
    const place = hits.findIndex(({ id }) => id === itemId);
    if (place >= 0) return from + place + 1;
    if (hits.some((hit) => !hit.promoted && hit.score < score - sameScore)) return null;
  }
  return null;
}
