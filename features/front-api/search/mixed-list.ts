import { createHash } from 'node:crypto';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { countedPlaces } from '#server/learning/look-counts.ts';

/** Mixed lists of a query: few, so that answers are kept and lists are stored once. Each has an opposite, where the other side picks first. */
const draws = 16;

/** A visitor's draw for a query; always the same. */
export const drawOf = (visitor: string, query: string): number =>
  createHash('sha256')
    .update(JSON.stringify([visitor, query]))
    .digest()[0]! % draws;

/** True if A picks first in a round. */
export function coinOf(experimentId: number, query: string, draw: number): (round: number) => boolean {
  const pair = Math.floor(draw / 2);
  const bytes = createHash('sha256')
    .update(JSON.stringify([experimentId, query, pair]))
    .digest();
  return (round) => (bytes[round % bytes.length]! + draw) % 2 === 0;
}

type Listed = Pick<SearchAnswer['hits'][number], 'id' | 'promoted'>;
export type Side = 'a' | 'b';

/**
 * Team draft (Radlinski, Kurup and Joachims 2008): in each round, both sides add their best item that isn't listed, in an order by coin.
 * An item that both would add at the start of a round belongs to neither, as do items that A promotes, which keep their places.
 */
export function mixedList<Hit extends Listed>(a: readonly Hit[], b: readonly Hit[], doesAPickFirst: (round: number) => boolean) {
  const places: { readonly hit: Hit; readonly side: Side | null }[] = [];
  const taken = new Set(a.filter(({ promoted }) => promoted).map(({ id }) => id));
  const take = (hit: Hit, side: Side | null): void => {
    taken.add(hit.id);
    places.push({ hit, side });
  };
  const length = Math.max(a.length, b.length);
  const free = (hits: readonly Hit[]): Hit | undefined => hits.find(({ id }) => !taken.has(id));
  let [round, second] = [0, null as Side | null];
  while (places.length < length) {
    const pinned = a[places.length];
    if (pinned?.promoted) {
      take(pinned, null);
      continue;
    }
    const best = { a: free(a), b: free(b) };
    if (second === null && best.a?.id === best.b?.id) {
      if (!best.a) break;
      take(best.a, null);
      continue;
    }
    const side = second ?? (doesAPickFirst(round) ? 'a' : 'b');
    const hit = best[side];
    if (hit) take(hit, side);
    if (second !== null) round += 1;
    second = second === null ? (side === 'a' ? 'b' : 'a') : null;
  }
  return places;
}

/** As stored with a search: the items that one side added, in lines. */
const addedLines = (places: ReturnType<typeof mixedList>): string =>
  places
    .slice(0, countedPlaces)
    .flatMap(({ hit, side }) => (side === null ? [] : [`\n${side} ${hit.id}\n`]))
    .join('');

/** A's answer with the list of both. A redirect of either isn't mixed. */
export function mixedAnswer(a: SearchAnswer, b: SearchAnswer, doesAPickFirst: (round: number) => boolean) {
  if (a.redirect !== null || b.redirect !== null) return { answer: a, added: null };
  const places = mixedList(a.hits, b.hits, doesAPickFirst);
  const answer = {
    ...(a.hits.length === 0 ? b : a),
    hits: places.map(({ hit }) => hit),
    totalCount: Math.max(a.totalCount, b.totalCount),
    totalPages: Math.max(a.totalPages, b.totalPages),
    took: a.took + b.took,
  };
  return { answer, added: addedLines(places) };
}
