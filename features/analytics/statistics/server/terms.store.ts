import { leastCompared } from '#contract/limits.ts';
import { bestOf } from '#server/sums/best-of.ts';
import { comparedSums } from './compared-sums.store.ts';
import type { Asked, CountColumn } from './statistics.store.ts';
import type { ComparedRanges, StatisticsRange } from './statistics-range.service.ts';
import type { Database } from '#server/db/schema.ts';
import { termColumns } from '#server/sums/cubes.ts';
import { sumReader, type Totals, valueAt } from '#server/sums/read-sums.ts';
import { visitorReader } from '#server/sums/read-visitors.ts';
import { unpackedTerms } from '#server/sums/unpacked.store.ts';
import type { VisitorCount } from '#server/sums/visitor-sets.ts';

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

/** Searches of a term, those that found nothing, and those after which an item was clicked. */
export interface TermCounts {
  readonly searches: number;
  readonly unfound: number;
  readonly clicked: number;
}

/** What has to hold of a row, besides what is asked for by the list itself. */
export interface TermCondition {
  /** Those of which more is known than what they come to. */
  readonly known: readonly string[];
  /** `term` is null for those that aren't known. */
  isMet(row: { readonly term: string | null; readonly itemCount: number; readonly lastAt: number }): boolean;
}

interface TermPage {
  readonly search: string;
  readonly only?: 'growing' | 'without_results' | 'without_clicks' | undefined;
  readonly sort: 'term' | 'count' | 'change' | 'users' | 'item_count' | 'clicks' | 'last_at';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** What the count of a row is of: all searches of a term, or those that found nothing. */
  readonly counted: 'search_count' | 'unfound_count';
  /** Nothing is looked up where it isn't said. */
  readonly compared?: ComparedRanges | null;
  readonly without?: readonly string[];
  readonly meets?: TermCondition;
  /** What rows that don't meet that may meet instead; it is told how many do. */
  readonly others?: readonly TermCondition[];
}

type Days = ReadonlyMap<string, number>;

/** Whose visitors are counted together, at least; more make a long page. */
const termsAtOnce = 20;
/** Fewer searches without a click say nothing. */
const leastWithoutClicks = 10;
const columnOf: Readonly<Record<CountColumn, number>> = {
  search_count: termColumns.search,
  unfound_count: termColumns.unfound,
  click_count: termColumns.click,
};
const { search: searchAt, unfound: unfoundAt, click: clickAt, itemCount: itemCountAt, lastAt } = termColumns;

export const termStore = (db: Database) => {
  const reader = sumReader(db, unpackedTerms);
  const visitors = visitorReader(db);

  const valueIn =
    ({ columns }: Totals, column: number) =>
    (number: number): number =>
      columns[column]![number] ?? 0;
  const countedIn = ({ columns, size }: Totals, column: number): Uint32Array => {
    const counts = columns[column]!;
    const numbers = new Uint32Array(size);
    let count = 0;
    for (let number = 0; number < size; number += 1) if (counts[number]! > 0) numbers[count++] = number;
    return numbers.subarray(0, count);
  };
  async function numbersLike(asked: Asked, { size, freshNames }: Totals, text: string, begins: boolean): Promise<Set<number>> {
    const packed = size - freshNames.length;
    const fresh = freshNames.flatMap((name, at) => ((begins ? name.startsWith(text) : name.includes(text)) ? [packed + at] : []));
    const { numbersBeginning, numbersContaining } = reader.names;
    return new Set([...(await (begins ? numbersBeginning : numbersContaining)(asked.project, text)), ...fresh]);
  }
  async function meeting(asked: Asked, totals: Totals, numbers: Uint32Array, { known, isMet }: TermCondition) {
    const packed = totals.size - totals.freshNames.length;
    const terms = new Map([...(await reader.names.numbersOf(asked.project, known))].map(([name, number]) => [number, name]));
    const wanted = new Set(known);
    for (const [at, name] of totals.freshNames.entries()) if (wanted.has(name)) terms.set(packed + at, name);
    const [itemCounts, lastAts] = [valueIn(totals, itemCountAt), valueIn(totals, lastAt)];
    return numbers.filter((number) =>
      isMet({ term: terms.get(number) ?? null, itemCount: itemCounts(number), lastAt: lastAts(number) }),
    );
  }
  async function byName(asked: Asked, totals: Totals, numbers: Uint32Array, { order, offset, limit }: TermPage) {
    const isListed = new Uint8Array(totals.size);
    for (const number of numbers) isListed[number] = 1;
    const packed = totals.size - totals.freshNames.length;
    const ordered: { name: string; number: number }[] = [];
    for await (const some of reader.names.inOrder(asked.project, order)) {
      ordered.push(...some.filter(({ number }) => isListed[number] === 1));
      if (ordered.length >= offset + limit) break;
    }
    const fresh = totals.freshNames.flatMap((name, at) => (isListed[packed + at] === 1 ? [{ name, number: packed + at }] : []));
    const ofOrder = order === 'asc' ? 1 : -1;
    return [...ordered, ...fresh]
      .toSorted((a, b) => (a.name < b.name ? -ofOrder : ofOrder))
      .slice(offset, offset + limit)
      .map(({ number }) => number);
  }
  /** A term has no more visitors than searches, so the greatest are among the most frequent; for the smallest, all count. */
  async function byUsers(asked: Asked, totals: Totals, numbers: Uint32Array, page: TermPage): Promise<number[]> {
    const { order, offset, limit, counted } = page;
    const count = valueIn(totals, columnOf[counted]);
    const users = new Map<number, number>();
    const usersOf = (number: number): number => users.get(number) ?? 0;
    const atOnce = Math.max(termsAtOnce, offset + limit);
    let frequent: number[] = [];
    for (let at = 0; at < numbers.length; at += atOnce) {
      // All of them are sorted only where many are looked at.
      if (at >= frequent.length - 1) frequent = bestOf(numbers, count, order === 'asc' ? numbers.length : 4 * (at + atOnce) + 1);
      const some = frequent.slice(at, at + atOnce);
      const names = await reader.namesOf(asked.project, totals, some);
      const counts = await visitors.of(asked, names, counted === 'unfound_count');
      for (const [place, number] of some.entries()) users.set(number, counts.get(names[place]!)?.count ?? 0);
      if (order === 'asc') continue;
      const best = bestOf([...users.keys()], usersOf, offset + limit);
      const next = frequent[at + atOnce];
      if (best.length === offset + limit && (next === undefined || usersOf(best.at(-1)!) >= count(next)))
        return best.slice(offset);
    }
    const sign = order === 'asc' ? -1 : 1;
    return bestOf(frequent, (number) => sign * usersOf(number), offset + limit).slice(offset);
  }
  return {
    async top(asked: Asked, column: CountColumn, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await reader.totals(asked);
      const count = valueIn(totals, columnOf[column]);
      const best = bestOf(countedIn(totals, columnOf[column]), count, limit);
      const terms = await reader.namesOf(asked.project, totals, best);
      return best.map((number, at) => ({ term: terms[at]!, count: count(number) }));
    },

    async page(asked: Asked, page: TermPage): Promise<{ rows: TermFigures[]; totalCount: number; otherCounts: number[] }> {
      const { sort, only, order, offset, limit, search, compared = null, without = [], others = [] } = page;
      const totals = await reader.totals(asked);
      const of = (column: number) => valueIn(totals, column);
      const counted = columnOf[page.counted];
      const isAscending = order === 'asc';
      let numbers = countedIn(totals, counted);
      if (search !== '') {
        const alike = await numbersLike(asked, totals, search, false);
        numbers = numbers.filter((number) => alike.has(number));
      }
      for (const part of without) {
        const alike = await numbersLike(asked, totals, part, false);
        numbers = numbers.filter((number) => !alike.has(number));
      }
      const { now, before } = await comparedSums(reader, asked, { totals, column: counted, compared });
      const otherCounts: number[] = [];
      for (const other of others) otherCounts.push((await meeting(asked, totals, numbers, other)).length);
      if (page.meets) numbers = await meeting(asked, totals, numbers, page.meets);
      if (only === 'growing') numbers = numbers.filter((number) => now(number) > before(number) && now(number) >= leastCompared);
      if (only === 'without_results') numbers = numbers.filter((number) => of(itemCountAt)(number) === 0);
      if (only === 'without_clicks')
        numbers = numbers.filter((number) => of(clickAt)(number) === 0 && of(counted)(number) >= leastWithoutClicks);
      const values: Readonly<Record<Exclude<TermPage['sort'], 'term' | 'users'>, (number: number) => number>> = {
        count: of(counted),
        change: (number) => now(number) / (before(number) + 1),
        item_count: of(itemCountAt),
        clicks: (number) => of(clickAt)(number) / of(counted)(number),
        last_at: of(lastAt),
      };
      const best = (valueOf: (number: number) => number): number[] =>
        bestOf(numbers, isAscending ? (number) => -valueOf(number) : valueOf, offset + limit).slice(offset);
      const listed = await (async () => {
        if (sort === 'term') return byName(asked, totals, numbers, page);
        if (sort !== 'users') return best(values[sort]);
        return byUsers(asked, totals, numbers, page);
      })();
      const terms = await reader.namesOf(asked.project, totals, listed);
      return {
        totalCount: numbers.length,
        otherCounts,
        rows: listed.map((number, at) => ({
          term: terms[at]!,
          count: of(counted)(number),
          comparedCount: now(number),
          previousCount: before(number),
          unfoundCount: of(unfoundAt)(number),
          clickCount: of(clickAt)(number),
          itemCount: of(itemCountAt)(number),
          lastAt: of(lastAt)(number),
        })),
      };
    },

    /** What the terms that are searched most came to in two ranges, of those that were searched in both. */
    async inBoth(before: Asked, after: Asked, limit: number): Promise<{ term: string; before: TermCounts; after: TermCounts }[]> {
      const [was, is] = [await reader.totals(before), await reader.totals(after)];
      const placeBefore = await reader.placesIn(before.project, was, is);
      const searchesBefore = (number: number): number => valueAt(was, searchAt, placeBefore(number));
      const best = bestOf(
        countedIn(is, searchAt).filter((number) => searchesBefore(number) > 0),
        (number) => valueAt(is, searchAt, number) + searchesBefore(number),
        limit,
      );
      const terms = await reader.namesOf(after.project, is, best);
      return best.map((number, at) => ({
        term: terms[at]!,
        before: countsAt(was, placeBefore(number)),
        after: countsAt(is, number),
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
      const days = await reader.days(asked, terms);
      const at = columnOf[column];
      return new Map([...days].map(([term, of]) => [term, new Map([...of].map(([day, values]) => [day, values[at]!]))]));
    },

    /** Searches and clicked ones by day, and the items of the newest search; null where the term was never searched. */
    async everCounted(asked: Asked, term: string): Promise<{ searches: Days; clicked: Days; newestItemCount: number | null }> {
      const days = [...((await reader.days({ ...asked, range: always }, [term])).get(term) ?? [])];
      const newest = days.reduce<Float64Array | null>(
        (one, [, other]) => (one === null || other[lastAt]! > one[lastAt]! ? other : one),
        null,
      );
      return {
        searches: new Map(days.map(([day, values]) => [day, values[searchAt]!])),
        clicked: new Map(days.map(([day, values]) => [day, values[clickAt]!])),
        newestItemCount: newest?.[itemCountAt] ?? null,
      };
    },

    /** Those that begin alike, most frequent first. */
    async beginningWith(asked: Asked, beginning: string, limit: number): Promise<{ term: string; count: number }[]> {
      const totals = await reader.totals(asked);
      const count = valueIn(totals, searchAt);
      const alike = [...(await numbersLike(asked, totals, beginning, true))].toSorted((a, b) => a - b);
      const best = bestOf(
        alike.filter((number) => count(number) > 0),
        count,
        limit,
      );
      const terms = await reader.namesOf(asked.project, totals, best);
      return best.map((number, at) => ({ term: terms[at]!, count: count(number) }));
    },

    /** Distinct visitors of each of some terms; of those alone who found nothing, where that is asked for. */
    visitors: (asked: Asked, terms: readonly string[], onlyUnfound = false): Promise<ReadonlyMap<string, VisitorCount>> =>
      visitors.of(asked, terms, onlyUnfound),
  };
};

const countsAt = (totals: Totals, place: number | undefined): TermCounts => ({
  searches: valueAt(totals, searchAt, place),
  unfound: valueAt(totals, unfoundAt, place),
  clicked: valueAt(totals, clickAt, place),
});

const always: StatisticsRange = { start: '0000-01-01', end: '9999-12-31' };
