import { addDays } from '#contract/days.ts';
import { termCube } from './cubes.ts';
import { packMemory } from './pack-memory.ts';
import { type KnownPack, numbersPerPart, type SumsAsked, sumPackStore, wholeMonth } from './sum-packs.store.ts';
import {
  countVisitors,
  unpackVisitors,
  type VisitorCount,
  visitorNumber,
  visitorsOf,
  type VisitorTable,
} from './visitor-sets.ts';
import { wholeMonthsOf } from './months.ts';
import type { Database } from '#server-kit/db/schema.ts';

export const visitorCube = { name: 'visitors' } as const;
/** Of a day's packs, the one of all terms together, in which these stand for terms. */
export const wholeDay = wholeMonth;
export const allTerms = { any: 0, unfound: 1 } as const;

type Sets = Pick<VisitorTable, 'visitors' | 'unfound'>[];

/** Different visitors of ranges of days: packed where days are over, and query by query since. */
export function visitorReader(db: Database) {
  const store = sumPackStore(db, visitorCube);
  const terms = sumPackStore(db, termCube);
  const memory = packMemory<VisitorTable>(db, visitorCube.name);

  /** Queries of days after those that are packed. */
  function unpacked({ project, range, language, resultObject, collectionId }: SumsAsked, since: string) {
    let rows = db
      .selectFrom('shop_query')
      .where('project_id', '=', project.id)
      .where('day', '>=', since > range.start ? since : range.start)
      .where('day', '<=', range.end)
      .where('is_counted', '=', 1);
    if (language !== '') rows = rows.where('language', '=', language);
    if (resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    return rows;
  }

  async function unpackedSince({ project }: SumsAsked): Promise<string> {
    const [newest] = await store.packedDays(project);
    return newest === undefined ? '' : addDays(newest, 1);
  }

  /** Packs of a range: of whole months, and of the days outside of those that are packed. */
  async function* tables(asked: SumsAsked, parts: readonly number[] | null): AsyncGenerator<VisitorTable> {
    const whole = wholeMonthsOf(asked.range);
    const months = whole === null ? [] : [{ ...whole, parts }];
    const listed = await store.list(asked, months);
    const monthKey = ({ period, collection_id: collection, result_object: object, language }: KnownPack) =>
      JSON.stringify([period.slice(0, 'YYYY-MM'.length), collection, object, language]);
    const packedMonths =
      whole === null ? new Set<string>() : new Set((await store.list(nothing(asked), [{ ...whole, parts: null }])).map(monthKey));
    const wanted = listed.filter(
      (pack) => pack.span === 'month' || ((pack.part === wholeDay) === (parts === null) && !packedMonths.has(monthKey(pack))),
    );
    yield* memory.tables(store, wanted, (data) => unpackVisitors(data));
  }

  return {
    /** Of all terms together; of those alone who found nothing, where that is asked for. */
    async all(asked: SumsAsked, onlyUnfound: boolean): Promise<VisitorCount> {
      const sets: Sets = [];
      for await (const table of tables(asked, null)) sets.push(visitorsOf(table, onlyUnfound ? allTerms.unfound : allTerms.any));
      const rows = await unpacked(asked, await unpackedSince(asked))
        .select('visitor')
        .distinct()
        .$if(onlyUnfound, (some) => some.where('item_count', '=', 0))
        .execute();
      sets.push({ visitors: Float64Array.from(rows, ({ visitor }) => visitorNumber(visitor)), unfound: new Uint8Array() });
      return countVisitors(sets, false);
    },

    /** Of each of some terms. */
    async of(asked: SumsAsked, names: readonly string[], onlyUnfound: boolean): Promise<Map<string, VisitorCount>> {
      const sets = new Map<string, Sets>(names.map((name) => [name, []]));
      if (names.length === 0) return new Map();
      const numbers = await terms.numbersOf(asked.project, names);
      const parts = [...new Set([...numbers.values()].map((number) => Math.floor(number / numbersPerPart)))];
      if (parts.length > 0)
        for await (const table of tables(asked, parts))
          for (const [name, number] of numbers) {
            const set = visitorsOf(table, number);
            if (set.visitors.length > 0) sets.get(name)!.push(set);
          }
      const rows = await unpacked(asked, await unpackedSince(asked))
        .select((eb) => ['term', 'visitor', eb.fn.min('item_count').as('found')])
        .where('term', 'in', names)
        .groupBy(['term', 'visitor'])
        .execute();
      for (const [term, some] of Map.groupBy(rows, (row) => row.term))
        sets.get(term)!.push({
          visitors: Float64Array.from(some, ({ visitor }) => visitorNumber(visitor)),
          unfound: Uint8Array.from(some, ({ found }) => (Number(found) === 0 ? 1 : 0)),
        });
      return new Map([...sets].map(([name, some]) => [name, countVisitors(some, onlyUnfound)]));
    },
  };
}

/** The same question about no days of their own. */
const nothing = (asked: SumsAsked): SumsAsked => ({ ...asked, range: { start: '1', end: '0' } });
