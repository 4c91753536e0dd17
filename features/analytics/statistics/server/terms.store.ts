import { leastCompared } from '#contract/limits.ts';
import { turnoverOf } from '#server/stats/amounts.ts';
import type { Database } from '#server/db/schema.ts';
import { aligned, bestOf, placeOf, placesWhere, type Totals } from '#server/stats/totals.ts';
import {
  type Asked,
  type ComparedRanges,
  searchDays,
  termCounts,
  type TermColumn,
  totalsStore,
} from '#server/stats/totals.store.ts';
import { visitorStore } from '#server/stats/visitors.store.ts';

export interface TermFigures {
  readonly term: string;
  readonly count: number;
  readonly comparedCount: number;
  readonly previousCount: number;
  readonly unfoundCount: number;
  readonly clickCount: number;
  /** Searches with a purchase. */
  readonly purchaseCount: number;
  /** Amounts of purchases, in units of the project's currency. */
  readonly turnover: number;
  /** Items that the newest search found. */
  readonly itemCount: number;
  /** The newest search's correction; empty if only some of its words matched. */
  readonly foundAs: string | null;
  readonly lastAt: number;
}

export interface TermCounts {
  readonly searches: number;
  readonly unfound: number;
  readonly clicked: number;
  readonly bought: number;
  readonly turnover: number;
}

export interface TermStates<State extends string = string> {
  /** Terms that `of` needs by name. */
  readonly known: readonly string[];
  /** `term` is null for other terms. */
  of(row: {
    readonly term: string | null;
    readonly itemCount: number;
    readonly isCorrected: boolean;
    readonly lastAt: number;
  }): State;
}

interface TermPage {
  readonly search?: string;
  readonly only?: 'growing' | 'without_results' | 'without_clicks' | undefined;
  readonly sort?: 'term' | 'count' | 'change' | 'users' | 'item_count' | 'clicks' | 'turnover' | 'last_at';
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  readonly offset?: number;
  readonly counted?: 'search_count' | 'unfound_count' | 'corrected_count';
  /** Lists terms that have one of these counts. */
  readonly among?: readonly TermColumn[];
  readonly compared?: ComparedRanges | null;
  /** Excludes terms with these texts. */
  readonly without?: readonly string[];
  readonly states?: TermStates;
  readonly state?: string;
  /** Item counts of terms that find something else than their newest search. */
  readonly foundNow?: ReadonlyMap<string, number>;
}

type Days = ReadonlyMap<string, number>;
type TermTotals = Totals<TermColumn | (typeof termCounts)['newest'][number]>;

/** Batch size for counting visitors. */
const termsAtOnce = 20;
/** Minimum searches without a click. */
const leastWithoutClicks = 10;
const always = { start: '0000-01-01', end: '9999-12-31' };

export const termStore = (db: Database) => {
  const store = totalsStore(db);
  const visitors = visitorStore(db);

  async function byName({ project }: Asked, totals: TermTotals, places: Uint32Array, isAscending: boolean, most: number) {
    const isListed = new Uint8Array(totals.ids.length);
    for (const place of places) isListed[place] = 1;
    const inOrder = await store.idsByName(project);
    const listed: number[] = [];
    for (let at = 0; at < inOrder.length && listed.length < most; at += 1) {
      const place = placeOf(totals, inOrder[isAscending ? at : inOrder.length - 1 - at]!);
      if (place >= 0 && isListed[place] === 1) listed.push(place);
    }
    return listed;
  }

  /** A term has at most as many visitors as searches, so the top ones are among the most frequent. Ascending order counts all. */
  async function byUsers(
    asked: Asked,
    totals: TermTotals,
    places: Uint32Array,
    column: TermColumn,
    isAscending: boolean,
    most: number,
  ) {
    const counts = totals.columns[column];
    let frequent: number[] = [];
    const users = new Map<number, number>();
    const usersOf = (place: number): number => users.get(place)!;
    const atOnce = Math.max(termsAtOnce, most);
    for (let at = 0; at < places.length; at += atOnce) {
      // All are sorted only if many are needed.
      const wanted = isAscending ? places.length : 4 * (at + atOnce) + 1;
      if (at + atOnce >= frequent.length) frequent = bestOf(places, (place) => counts[place]!, wanted);
      const some = await store.named(totals, frequent.slice(at, at + atOnce));
      const ofTerms = await visitors.of(
        asked,
        some.map(({ name }) => name),
        column === 'unfound_count',
      );
      for (const { name, place } of some) users.set(place, ofTerms.get(name)!.count);
      if (isAscending) continue;
      const best = bestOf([...users.keys()], usersOf, most);
      const next = frequent[at + atOnce];
      if (best.length === most && (next === undefined || usersOf(best.at(-1)!) >= counts[next]!)) return best;
    }
    return bestOf(frequent, (place) => (isAscending ? -1 : 1) * usersOf(place), most);
  }

  return {
    async top(asked: Asked, column: TermColumn, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await store.totals(termCounts, asked);
      const counts = totals.columns[column];
      const best = await store.best(totals, (place) => counts[place]!, limit);
      return best.map(({ name, place }) => ({ term: name, count: counts[place]! }));
    },

    /** With how many terms each state has. */
    async page(
      asked: Asked,
      {
        search = '',
        only,
        sort = 'count',
        order = 'desc',
        limit,
        offset = 0,
        counted = 'search_count',
        among = [counted],
        compared = null,
        without = [],
        states,
        state,
        foundNow = new Map(),
      }: TermPage,
    ): Promise<{ rows: TermFigures[]; totalCount: number; counts: Partial<Record<string, number>> }> {
      const totals = await store.totals(termCounts, asked);
      const { unfound_count: unfound, click_count: clicks, item_count: itemCounts } = totals.columns;
      const { purchase_count: purchases, amount: amounts } = totals.columns;
      const { found_as_id: foundAsIds, last_at: lastAts } = totals.columns;
      const counts = totals.columns[counted];
      const { now, before } = await store.compared(termCounts, asked, counted, totals, compared);
      const alike = search === '' ? null : await store.idsContaining(asked.project, search);
      const excluded = await Promise.all(without.map((part) => store.idsContaining(asked.project, part)));
      const isShown = {
        all: () => true,
        growing: (place: number) => now[place]! > before[place]! && now[place]! >= leastCompared,
        without_results: (place: number) => itemCounts[place] === 0,
        without_clicks: (place: number) => clicks[place] === 0 && counts[place]! >= leastWithoutClicks,
      }[only ?? 'all'];
      let places = placesWhere(totals, (place) => {
        const id = totals.ids[place]!;
        return (
          among.some((one) => totals.columns[one][place]! > 0) &&
          isShown(place) &&
          alike?.has(id) !== false &&
          !excluded.some((ids) => ids.has(id))
        );
      });
      const termOf = new Map([...(await store.idsOf(asked.project, states?.known ?? []))].map(([name, id]) => [id, name]));
      const inState = Map.groupBy(places, (place) =>
        states?.of({
          term: termOf.get(totals.ids[place]!) ?? null,
          itemCount: itemCounts[place]!,
          isCorrected: foundAsIds[place] !== 0,
          lastAt: lastAts[place]!,
        }),
      );
      if (states) places = Uint32Array.from(inState.get(state) ?? []);
      const idsNow = sort === 'item_count' ? await store.idsOf(asked.project, [...foundNow.keys()]) : new Map<string, number>();
      const countsNow = new Map([...idsNow].map(([name, id]) => [placeOf(totals, id), foundNow.get(name)!]));
      const valueOf = {
        count: (place: number) => counts[place]!,
        change: (place: number) => now[place]! - before[place]!,
        item_count: (place: number) => countsNow.get(place) ?? itemCounts[place]!,
        clicks: (place: number) => clicks[place]! / counts[place]!,
        turnover: (place: number) => amounts[place]!,
        last_at: (place: number) => lastAts[place]!,
      };
      const [isAscending, most] = [order === 'asc', offset + limit];
      const sorted = (): number[] | Promise<number[]> => {
        if (sort === 'term') return byName(asked, totals, places, isAscending, most);
        if (sort === 'users') return byUsers(asked, totals, places, counted, isAscending, most);
        return bestOf(places, (place) => (isAscending ? -1 : 1) * valueOf[sort](place), most);
      };
      const listed = await store.named(totals, (await sorted()).slice(offset));
      const corrected = listed.filter(({ place }) => foundAsIds[place] !== 0).map(({ place }) => place);
      const foundAs = await store.namesOf(corrected.map((place) => foundAsIds[place]!));
      return {
        totalCount: places.length,
        counts: Object.fromEntries([...inState].map(([of, { length }]) => [of ?? '', length])),
        rows: listed.map(({ name: term, place }) => ({
          term,
          count: counts[place]!,
          comparedCount: now[place]!,
          previousCount: before[place]!,
          unfoundCount: unfound[place]!,
          clickCount: clicks[place]!,
          purchaseCount: purchases[place]!,
          turnover: turnoverOf(amounts[place]!),
          itemCount: itemCounts[place]!,
          foundAs: foundAs[corrected.indexOf(place)] ?? null,
          lastAt: lastAts[place]!,
        })),
      };
    },

    /** Terms that were searched in both ranges. */
    async inBoth(before: Asked, after: Asked, limit: number): Promise<{ term: string; before: TermCounts; after: TermCounts }[]> {
      const [was, is] = [await store.totals(termCounts, before), await store.totals(termCounts, after)];
      const earlier = Object.fromEntries(termCounts.sums.map((column) => [column, aligned(is.ids, was, column)]));
      const countsIn = (columns: Readonly<Record<string, Float64Array>>, place: number): TermCounts => ({
        searches: columns['search_count']![place]!,
        unfound: columns['unfound_count']![place]!,
        clicked: columns['click_count']![place]!,
        bought: columns['purchase_count']![place]!,
        turnover: turnoverOf(columns['amount']![place]!),
      });
      const searches = (place: number): number => {
        const [one, other] = [is.columns.search_count[place]!, earlier['search_count']![place]!];
        return one > 0 && other > 0 ? one + other : 0;
      };
      const best = await store.best(is, searches, limit);
      return best.map(({ name, place }) => ({
        term: name,
        before: countsIn(earlier, place),
        after: countsIn(is.columns, place),
      }));
    },

    /** In a range. */
    async counts(asked: Asked, term: string): Promise<Record<TermColumn, number>> {
      const sums = Object.fromEntries(termCounts.sums.map((column) => [column, 0])) as Record<TermColumn, number>;
      for (const counts of (await store.byDay(termCounts, asked, [term])).get(term)!.values())
        for (const column of termCounts.sums) sums[column] += counts[column];
      return sums;
    },

    async byDay(asked: Asked, terms: readonly string[]): Promise<Map<string, Days>> {
      const days = await store.byDay(termCounts, asked, terms);
      return new Map([...days].map(([term, of]) => [term, new Map([...of].map(([day, counts]) => [day, counts.search_count]))]));
    },

    /** Searches, searches with a click and with a purchase, and amounts by day, and what the newest search found; all days. */
    async everCounted(
      asked: Asked,
      term: string,
    ): Promise<{ searches: Days; clicked: Days; bought: Days; amounts: Days; itemCount: number | null; foundAs: string | null }> {
      const whole = { ...asked, range: always };
      const days = (await store.byDay(termCounts, whole, [term])).get(term)!;
      const of = (column: TermColumn) => new Map([...days].map(([day, counts]) => [day, counts[column]]));
      const { item_count: itemCount = null, found_as_id: id = 0 } = (await this.newest(whole, term)) ?? {};
      const foundAs = Number(id) === 0 ? null : (await store.namesOf([Number(id)]))[0]!;
      return {
        searches: of('search_count'),
        clicked: of('click_count'),
        bought: of('purchase_count'),
        amounts: of('amount'),
        itemCount,
        foundAs,
      };
    },

    /** The newest search in a range; undefined if there was none. */
    async newest(asked: Asked, term: string): Promise<{ item_count: number; found_as_id: number; last_at: number } | undefined> {
      const id = (await store.idsOf(asked.project, [term])).get(term) ?? 0;
      return searchDays(db, 'search_day', asked)
        .innerJoin('term_day', 'term_day.day_id', 'search_day.id')
        .select(['item_count', 'found_as_id', 'last_at'])
        .where('term_id', '=', id)
        .orderBy('last_at', 'desc')
        .executeTakeFirst();
    },

    /** Most frequent first. */
    async beginningWith(asked: Asked, beginning: string, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await store.totals(termCounts, asked);
      const alike = await store.idsBeginning(asked.project, beginning);
      const counts = totals.columns.search_count;
      const best = await store.best(totals, (place) => (alike.has(totals.ids[place]!) ? counts[place]! : 0), limit);
      return best.map(({ name, place }) => ({ term: name, count: counts[place]! }));
    },

    visitors: visitors.of,
  };
};
