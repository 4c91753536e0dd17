import type { SelectQueryBuilder } from 'kysely';
import { addDays } from '#contract/days.ts';
import { termCube } from './cubes.ts';
import { packMemory, signatureOf } from './pack-memory.ts';
import { remembered } from './remembered.ts';
import { sumNameStore } from './sum-names.store.ts';
import { finePartOf } from './parts.ts';
import { type KnownPack, type SumsAsked, sumPackStore, wholeMonth } from './sum-packs.store.ts';
import {
  countVisitors,
  marked,
  unionOf,
  unpackVisitors,
  type VisitorCount,
  visitorNumber,
  type VisitorSet,
  visitorSet,
  visitorsOf,
  type VisitorTable,
} from './visitor-sets.ts';
import { wholeMonthsOf } from './months.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export const visitorCube = { name: 'visitors' } as const;
/** Of a day's packs, the one of all terms together, in which these stand for terms. */
export const wholeDay = wholeMonth;
export const allTerms = { any: 0, unfound: 1 } as const;

/** Of whole months, the visitors that were put together last: at most 150 kB of a term. */
const mergedBytes = 48 * 1024 * 1024;
/** The same of the days that aren't packed yet. */
const newestBytes = 16 * 1024 * 1024;
const bytesOf = ({ visitors, unfound }: VisitorSet): number => 1 + visitors.byteLength + unfound.byteLength;

interface NewestQuery {
  readonly visitor: string;
  readonly item_count: number;
}

/** Different visitors of ranges of days: packed where days are over, and query by query since. */
export function visitorReader(db: Database) {
  const store = sumPackStore(db, visitorCube);
  const terms = sumNameStore(db, termCube);
  const memory = packMemory<VisitorTable>(db, visitorCube.name);
  const merged = remembered<VisitorSet>(db, 'months of visitors', mergedBytes);
  const newest = remembered<VisitorSet>(db, 'newest visitors', newestBytes);

  /** The days of a range after those that are packed; null where it has none. */
  async function newestDays({ project, range }: SumsAsked): Promise<SumsAsked['range'] | null> {
    const packed = await store.newestDay(project);
    const since = packed === null ? range.start : addDays(packed, 1);
    return since > range.end ? null : { start: since > range.start ? since : range.start, end: range.end };
  }

  function narrowed<Table extends 'shop_query' | 'search_day'>(table: Table, { project, range, ...asked }: SumsAsked) {
    let rows = db
      .selectFrom(table as 'search_day')
      .where('project_id', '=', project.id)
      .where('day', '>=', range.start)
      .where('day', '<=', range.end);
    if (asked.language !== '') rows = rows.where('language', '=', asked.language);
    if (asked.resultObject !== 'all') rows = rows.where('result_object', '=', asked.resultObject);
    if (asked.collectionId !== undefined) rows = rows.where('collection_id', '=', asked.collectionId);
    return rows as unknown as SelectQueryBuilder<Schema, Table, object>;
  }

  /** Whatever is written, or counts otherwise, moves these sums with it, in one transaction. */
  async function stateOf(asked: SumsAsked): Promise<string> {
    const sums = await narrowed('search_day', asked)
      .select((eb) => [
        eb.fn.sum('search_count').as('searches'),
        eb.fn.sum('unfound_count').as('unfound'),
        eb.fn.sum('took_ms').as('took'),
      ])
      .executeTakeFirst();
    return JSON.stringify([asked, sums]);
  }

  /** Visitors in queries that aren't packed, by the terms or names that are wanted; only what has changed is read again. */
  async function newestSets(
    asked: SumsAsked,
    kind: 'all' | 'of a term',
    wanted: readonly string[],
    read: (asked: SumsAsked, missing: readonly string[]) => Promise<ReadonlyMap<string, readonly NewestQuery[]>>,
  ): Promise<ReadonlyMap<string, VisitorSet>> {
    const range = await newestDays(asked);
    const found = new Map<string, VisitorSet>();
    if (range === null) return found;
    const ofNewest = { ...asked, range };
    const state = `${await stateOf(ofNewest)} ${kind}`;
    const missing: string[] = [];
    for (const one of wanted) {
      const known = newest.get(`${state} ${one}`);
      if (known === undefined) missing.push(one);
      else found.set(one, known);
    }
    if (missing.length === 0) return found;
    const rows = await read(ofNewest, missing);
    for (const one of missing) {
      const marks = rows.get(one)?.map(({ visitor, item_count: items }) => marked(visitorNumber(visitor), items === 0));
      const set = visitorSet(Float64Array.from(marks ?? []));
      newest.set(`${state} ${one}`, set, { size: bytesOf(set) + 2 * state.length });
      found.set(one, set);
    }
    return found;
  }

  /** Packs of a range: of whole months that are packed, and of the days outside of those. */
  async function packsOf(asked: SumsAsked, parts: readonly number[] | null) {
    const whole = wholeMonthsOf(asked.range);
    const months = whole === null ? [] : await store.list(noDays(asked), [{ ...whole, parts: null }]);
    const days = await store.days(asked, {
      part: parts === null ? wholeDay : 0,
      outside: new Set(months.map(({ period }) => period)),
    });
    if (parts === null || whole === null) return { months, days };
    return { months: await store.list(noDays(asked), [{ ...whole, parts }]), days };
  }

  /** Visitors of some numbers in whole months, put together; `packs` are those in which all of them are. */
  async function monthSets(packs: readonly KnownPack[], numbers: readonly number[]): Promise<Map<number, VisitorSet>> {
    const signature = signatureOf(packs);
    const found = new Map<number, VisitorSet>();
    const missing = new Map<number, VisitorSet[]>();
    for (const number of numbers) {
      const known = merged.get(`${signature} of ${number}`);
      if (known === undefined) missing.set(number, []);
      else found.set(number, known);
    }
    if (missing.size > 0) for await (const table of memory.tables(store, packs, unpackVisitors)) addSets(missing, table);
    for (const [number, sets] of missing) {
      const { visitors, unfound } = unionOf(sets);
      // A part of a table would keep all of it in memory.
      const set = { visitors: visitors.slice(), unfound: unfound.slice() };
      merged.set(`${signature} of ${number}`, set, { size: bytesOf(set) });
      found.set(number, set);
    }
    return found;
  }

  /** Visitors of some numbers in all that is packed of a range, as sets that overlap. */
  async function packedSets(asked: SumsAsked, parts: readonly number[] | null, numbers: readonly number[]) {
    const { months, days } = await packsOf(asked, parts);
    const sets = new Map<number, VisitorSet[]>();
    for (const [part, some] of Map.groupBy(numbers, (number) => (parts === null ? wholeMonth : finePartOf(number)))) {
      const ofPart = months.filter((pack) => pack.part === part);
      for (const [number, set] of await monthSets(ofPart, some)) sets.set(number, [set]);
    }
    for await (const table of memory.tables(store, days, unpackVisitors)) addSets(sets, table);
    return sets;
  }

  return {
    /** Of all terms together; of those alone who found nothing, where that is asked for. */
    async all(asked: SumsAsked, onlyUnfound: boolean): Promise<VisitorCount> {
      const number = onlyUnfound ? allTerms.unfound : allTerms.any;
      const sets = (await packedSets(asked, null, [number])).get(number) ?? [];
      const which = onlyUnfound ? 'unfound' : 'any';
      const fresh = await newestSets(asked, 'all', [which], async (days) => {
        const rows = await narrowed('shop_query', days)
          .select(['visitor', 'item_count'])
          .where('is_counted', '=', 1)
          .$if(onlyUnfound, (some) => some.where('item_count', '=', 0))
          .execute();
        return new Map([[which, rows]]);
      });
      return countVisitors([...sets, ...fresh.values()], false);
    },

    async of(asked: SumsAsked, names: readonly string[], onlyUnfound: boolean): Promise<Map<string, VisitorCount>> {
      if (names.length === 0) return new Map();
      const numbers = await terms.numbersOf(asked.project, names);
      const parts = [...new Set([...numbers.values()].map(finePartOf))];
      const packed = parts.length === 0 ? new Map<number, VisitorSet[]>() : await packedSets(asked, parts, [...numbers.values()]);
      const fresh = await newestSets(asked, 'of a term', names, async (days, missing) => {
        const rows = await narrowed('shop_query', days)
          .select(['term', 'visitor', 'item_count'])
          .where('is_counted', '=', 1)
          .where('term', 'in', missing)
          .execute();
        return Map.groupBy(rows, ({ term }) => term);
      });
      return new Map(
        names.map((name) => {
          const since = fresh.get(name);
          return [name, countVisitors([...(packed.get(numbers.get(name) ?? -1) ?? []), ...(since ? [since] : [])], onlyUnfound)];
        }),
      );
    },
  };
}

function addSets(sets: ReadonlyMap<number, VisitorSet[]>, table: VisitorTable): void {
  for (const [number, some] of sets) {
    const set = visitorsOf(table, number);
    if (set.visitors.length > 0) some.push(set);
  }
}

/** The same question about no days of their own. */
const noDays = (asked: SumsAsked): SumsAsked => ({ ...asked, range: { start: '1', end: '0' } });
