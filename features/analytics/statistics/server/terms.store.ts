import { addDays } from '#contract/days.ts';
import { leastCompared } from '#contract/limits.ts';
import type { CountColumn } from './statistics.store.ts';
import type { ComparedRanges } from './statistics.service.ts';
import type { Database } from '#server/db/schema.ts';
import { aligned, bestOf, placeOf, placesWhere, termColumns, type Totals } from '#server/stats/totals.ts';
import { type Asked, termCounts, totalsStore } from '#server/stats/totals.store.ts';
import { visitorStore } from '#server/stats/visitors.store.ts';
import type { VisitorCount } from '#server/stats/visitors.ts';

export interface TermFigures {
  readonly term: string;
  readonly count: number;
  readonly comparedCount: number;
  readonly previousCount: number;
  readonly unfoundCount: number;
  readonly clickCount: number;
  readonly itemCount: number;
  readonly lastAt: number | null;
}

export interface TermCounts {
  readonly searches: number;
  readonly unfound: number;
  readonly clicked: number;
}

export interface TermCondition {
  /** Terms that `isMet` needs by name. */
  readonly known: readonly string[];
  /** `term` is null for other terms. */
  isMet(row: { readonly term: string | null; readonly itemCount: number; readonly lastAt: number }): boolean;
}

interface TermPage {
  readonly search: string;
  readonly only?: 'growing' | 'without_results' | 'without_clicks' | undefined;
  readonly sort: 'term' | 'count' | 'change' | 'users' | 'item_count' | 'clicks' | 'last_at';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  readonly counted: 'search_count' | 'unfound_count';
  /** No comparison if undefined. */
  readonly compared?: ComparedRanges | null;
  readonly without?: readonly string[];
  readonly meets?: TermCondition;
  /** Other conditions, whose matches are counted. */
  readonly others?: readonly TermCondition[];
}

type Days = ReadonlyMap<string, number>;

/** Batch size for counting visitors. */
const termsAtOnce = 20;
/** Minimum searches without a click. */
const leastWithoutClicks = 10;
const columnOf: Readonly<Record<CountColumn, number>> = {
  search_count: termColumns.search,
  unfound_count: termColumns.unfound,
  click_count: termColumns.click,
};
const always = { start: '0000-01-01', end: '9999-12-31' };

export const termStore = (db: Database) => {
  const store = totalsStore(db);
  const visitors = visitorStore(db);
  const countedIn = (totals: Totals, column: number): Uint32Array =>
    placesWhere(totals, (place) => totals.columns[column]![place]! > 0);
  const namesAt = ({ ids }: Totals, places: readonly number[]): Promise<string[]> =>
    store.namesOf(places.map((place) => ids[place]!));

  async function best(totals: Totals, places: Uint32Array, column: number, limit: number) {
    const values = totals.columns[column]!;
    const most = bestOf(places, (place) => values[place]!, limit);
    const terms = await namesAt(totals, most);
    return most.map((place, at) => ({ term: terms[at]!, count: values[place]! }));
  }

  async function meeting({ project }: Asked, totals: Totals, places: Uint32Array, { known, isMet }: TermCondition) {
    const terms = new Map([...(await store.idsOf(project, known))].map(([name, id]) => [id, name]));
    const [itemCounts, lastAts] = [totals.columns[termColumns.itemCount]!, totals.columns[termColumns.lastAt]!];
    return places.filter((place) =>
      isMet({ term: terms.get(totals.ids[place]!) ?? null, itemCount: itemCounts[place]!, lastAt: lastAts[place]! }),
    );
  }

  async function byName({ project }: Asked, totals: Totals, places: Uint32Array, { order, offset, limit }: TermPage) {
    const isListed = new Uint8Array(totals.ids.length);
    for (const place of places) isListed[place] = 1;
    const inOrder = await store.idsByName(project);
    const listed: number[] = [];
    for (let at = 0; at < inOrder.length && listed.length < offset + limit; at += 1) {
      const place = placeOf(totals, inOrder[order === 'asc' ? at : inOrder.length - 1 - at]!);
      if (place >= 0 && isListed[place] === 1) listed.push(place);
    }
    return listed.slice(offset);
  }

  /** A term has at most as many visitors as searches, so the top ones are among the most frequent. Ascending order counts all. */
  async function byUsers(asked: Asked, totals: Totals, places: Uint32Array, page: TermPage): Promise<number[]> {
    const { order, offset, limit, counted } = page;
    const counts = totals.columns[columnOf[counted]]!;
    let frequent: number[] = [];
    const users = new Map<number, number>();
    const usersOf = (place: number): number => users.get(place)!;
    const atOnce = Math.max(termsAtOnce, offset + limit);
    for (let at = 0; at < places.length; at += atOnce) {
      // All are sorted only if many are needed.
      const wanted = order === 'asc' ? places.length : 4 * (at + atOnce) + 1;
      if (at + atOnce >= frequent.length) frequent = bestOf(places, (place) => counts[place]!, wanted);
      const some = frequent.slice(at, at + atOnce);
      const names = await namesAt(totals, some);
      const ofTerms = await visitors.of(asked, names, counted === 'unfound_count');
      for (const [place, of] of some.entries()) users.set(of, ofTerms.get(names[place]!)!.count);
      if (order === 'asc') continue;
      const most = bestOf([...users.keys()], usersOf, offset + limit);
      const next = frequent[at + atOnce];
      if (most.length === offset + limit && (next === undefined || usersOf(most.at(-1)!) >= counts[next]!))
        return most.slice(offset);
    }
    const sign = order === 'asc' ? -1 : 1;
    return bestOf(frequent, (place) => sign * usersOf(place), offset + limit).slice(offset);
  }

  return {
    async top(asked: Asked, column: CountColumn, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await store.totals(termCounts, asked);
      return best(totals, countedIn(totals, columnOf[column]), columnOf[column], limit);
    },

    async page(asked: Asked, page: TermPage): Promise<{ rows: TermFigures[]; totalCount: number; otherCounts: number[] }> {
      const { sort, only, order, offset, limit, search, compared = null, without = [], others = [] } = page;
      const totals = await store.totals(termCounts, asked);
      const column = columnOf[page.counted];
      const counts = totals.columns[column]!;
      const [, unfound, clicks, itemCounts, lastAts] = totals.columns as [
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      let places = countedIn(totals, column);
      const narrow = (isWanted: (place: number) => boolean): void => void (places = places.filter(isWanted));
      if (search !== '') {
        const alike = await store.idsContaining(asked.project, search);
        narrow((place) => alike.has(totals.ids[place]!));
      }
      for (const part of without) {
        const alike = await store.idsContaining(asked.project, part);
        narrow((place) => !alike.has(totals.ids[place]!));
      }
      const { now, before } = await comparedColumns(store, termCounts, asked, { totals, column, compared });
      const otherCounts: number[] = [];
      for (const other of others) otherCounts.push((await meeting(asked, totals, places, other)).length);
      if (page.meets) places = await meeting(asked, totals, places, page.meets);
      if (only === 'growing') narrow((place) => now[place]! > before[place]! && now[place]! >= leastCompared);
      if (only === 'without_results') narrow((place) => itemCounts[place] === 0);
      if (only === 'without_clicks') narrow((place) => clicks[place] === 0 && counts[place]! >= leastWithoutClicks);
      const values: Readonly<Record<Exclude<TermPage['sort'], 'term' | 'users'>, (place: number) => number>> = {
        count: (place) => counts[place]!,
        change: (place) => now[place]! / (before[place]! + 1),
        item_count: (place) => itemCounts[place]!,
        clicks: (place) => clicks[place]! / counts[place]!,
        last_at: (place) => lastAts[place]!,
      };
      const sorted = async (): Promise<number[]> => {
        if (sort === 'term') return byName(asked, totals, places, page);
        if (sort === 'users') return byUsers(asked, totals, places, page);
        const sign = order === 'asc' ? -1 : 1;
        return bestOf(places, (place) => sign * values[sort](place), offset + limit).slice(offset);
      };
      const listed = await sorted();
      const terms = await namesAt(totals, listed);
      return {
        totalCount: places.length,
        otherCounts,
        rows: listed.map((place, at) => ({
          term: terms[at]!,
          count: counts[place]!,
          comparedCount: now[place]!,
          previousCount: before[place]!,
          unfoundCount: unfound[place]!,
          clickCount: clicks[place]!,
          itemCount: itemCounts[place]!,
          lastAt: lastAts[place]!,
        })),
      };
    },

    async inBoth(before: Asked, after: Asked, limit: number): Promise<{ term: string; before: TermCounts; after: TermCounts }[]> {
      const [was, is] = [await store.totals(termCounts, before), await store.totals(termCounts, after)];
      const columns = [termColumns.search, termColumns.unfound, termColumns.click];
      const columnsBefore = columns.map((column) => aligned(is, was, column));
      const columnsAfter = columns.map((column) => is.columns[column]!);
      const [searchesBefore, searches] = [columnsBefore[0]!, columnsAfter[0]!];
      const most = bestOf(
        placesWhere(is, (place) => searches[place]! > 0 && searchesBefore[place]! > 0),
        (place) => searches[place]! + searchesBefore[place]!,
        limit,
      );
      const terms = await namesAt(is, most);
      const at = ([ofSearches, ofUnfound, ofClicked]: readonly Float64Array[], place: number): TermCounts => ({
        searches: ofSearches![place]!,
        unfound: ofUnfound![place]!,
        clicked: ofClicked![place]!,
      });
      return most.map((place, number) => ({
        term: terms[number]!,
        before: at(columnsBefore, place),
        after: at(columnsAfter, place),
      }));
    },

    async counts(asked: Asked, terms: readonly string[], column: CountColumn): Promise<Map<string, number>> {
      const days = await this.byDay(asked, terms, column);
      return new Map([...days].map(([term, counts]) => [term, [...counts.values()].reduce((sum, count) => sum + count, 0)]));
    },

    async byDay(
      asked: Asked,
      terms: readonly string[],
      column: CountColumn = 'search_count',
    ): Promise<Map<string, Map<string, number>>> {
      const days = await store.termDays(asked, terms);
      return new Map([...days].map(([term, of]) => [term, new Map([...of].map(([day, counts]) => [day, counts[column]]))]));
    },

    /** With the item count of the newest search; null if never searched. */
    async everCounted(asked: Asked, term: string): Promise<{ searches: Days; clicked: Days; newestItemCount: number | null }> {
      const days = [...(await store.termDays({ ...asked, range: always }, [term])).get(term)!];
      const newest = days.map(([, counts]) => counts).toSorted((a, b) => b.last_at - a.last_at)[0];
      return {
        searches: new Map(days.map(([day, counts]) => [day, counts.search_count])),
        clicked: new Map(days.map(([day, counts]) => [day, counts.click_count])),
        newestItemCount: newest?.item_count ?? null,
      };
    },

    /** Most frequent first. */
    async beginningWith(asked: Asked, beginning: string, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await store.totals(termCounts, asked);
      const alike = await store.idsBeginning(asked.project, beginning);
      const places = countedIn(totals, termColumns.search).filter((place) => alike.has(totals.ids[place]!));
      return best(totals, places, termColumns.search, limit);
    },

    visitors: (asked: Asked, terms: readonly string[], onlyUnfound = false): Promise<ReadonlyMap<string, VisitorCount>> =>
      visitors.of(asked, terms, onlyUnfound),
  };
};

/** By the places of the whole range; 0 without a comparison. */
export async function comparedColumns(
  store: Pick<ReturnType<typeof totalsStore>, 'totals'>,
  counted: Parameters<typeof store.totals>[0],
  asked: Asked,
  { totals, column, compared }: { readonly totals: Totals; readonly column: number; readonly compared: ComparedRanges | null },
): Promise<{ readonly now: Float64Array; readonly before: Float64Array }> {
  const none = new Float64Array(totals.ids.length);
  if (compared === null) return { now: none, before: none };
  const inDays = async (range: Asked['range']) => aligned(totals, await store.totals(counted, { ...asked, range }), column);
  const before = await inDays(compared.before);
  if (compared.now.end === asked.range.end) return { now: totals.columns[column]!, before };
  // Fewer days are excluded than compared.
  const excluded = await inDays({ start: addDays(compared.now.end, 1), end: asked.range.end });
  return { now: totals.columns[column]!.map((count, place) => count - excluded[place]!), before };
}
