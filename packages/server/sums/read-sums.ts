import { LRUCache } from 'lru-cache';
import { bestOf } from './best-of.ts';
import { daysIn, lastOfMonth, monthOf, monthsOf } from './months.ts';
import { addTable, bytesOf, numbersIn, type Sums, sumsFor, withPlace } from './merged-sums.ts';
import { signatureOf } from './pack-memory.ts';
import { remembered } from './remembered.ts';
import { addTo, placeOf, type SumTable, unpackTable } from './sum-table.ts';
import { sumNameStore } from './sum-names.store.ts';
import { numbersPerPart } from './parts.ts';
import { isWholeMonth, packReader } from './read-packs.ts';
import type { KnownPack, SumsAsked } from './sum-packs.store.ts';
import type { Unpacked } from './unpacked.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/** 300,000 names take 12 MB, and a screen needs the months of a year, its range, and that before. */
const mergedBytes = 96 * 1024 * 1024;

/** What a range comes to, by the numbers of names; those of rows that are not packed, and have no number yet, come last. */
export interface Totals {
  readonly columns: readonly Float64Array[];
  readonly size: number;
  /** Of those without a number, in their order. */
  readonly freshNames: readonly string[];
}

/** Of months that were first, by the id of their packs. */
const knownFirstDays = new WeakMap<Database, LRUCache<string, string>>();
const rememberedFirstDays = 10_000;
function firstDaysOf(db: Database): LRUCache<string, string> {
  const known = knownFirstDays.get(db) ?? new LRUCache<string, string>({ max: rememberedFirstDays });
  knownFirstDays.set(db, known);
  return known;
}

/** The sums of a cube, packed or not. */
export function sumReader(db: Database, unpacked: Unpacked) {
  const { cube } = unpacked;
  const { store, memory, atOneMoment, loaded, unpack } = packReader(db, unpacked);
  const names = sumNameStore(db, cube);
  const merged = remembered<Sums>(db, `months of ${cube.name}`, mergedBytes);
  const firstDays = firstDaysOf(db);

  /** What whole months come to together; null where one of them has changed meanwhile. */
  async function monthSums(packs: readonly KnownPack[]): Promise<Sums | null> {
    const key = signatureOf(packs);
    const known = merged.get(key);
    if (known !== undefined) return known;
    const tables: SumTable[] = [];
    const breathe = inSlices();
    for await (const { data } of store.load(packs)) {
      tables.push(unpackTable(data, false));
      await breathe();
    }
    if (tables.length !== packs.length) return null;
    const sums = sumsFor(cube, tables);
    for (const table of tables) {
      addTable(cube, sums, table, null);
      await breathe();
    }
    merged.set(key, sums, { size: bytesOf(sums) });
    return sums;
  }

  /** What all packs of a range come to together; null where one of them has changed meanwhile. Nobody may change what it answers. */
  async function packedSums(packs: readonly KnownPack[], { range }: SumsAsked): Promise<Sums | null> {
    const key = `${range.start} ${range.end} ${signatureOf(packs)}`;
    const known = merged.get(key);
    const wholeMonths = packs.filter(isWholeMonth);
    if (known !== undefined) {
      // Ranges of other days need the same months, which take longest to read.
      merged.get(signatureOf(wholeMonths));
      return known;
    }
    const months = await monthSums(wholeMonths);
    const tables = await loaded(packs.filter((pack) => !isWholeMonth(pack)));
    if (months === null || tables === null) return null;
    const size = numbersIn(
      tables.map(({ table }) => table),
      months[0]?.length,
    );
    const sums = months.map((column) => withPlace(column, size));
    const breathe = inSlices();
    for (const { pack, table } of tables) {
      addTable(cube, sums, table, daysIn(pack.period, range));
      await breathe();
    }
    merged.set(key, sums, { size: bytesOf(sums) });
    return sums;
  }

  async function firstDayIn(project: ProjectScope, month: KnownPack): Promise<string> {
    const known = firstDays.get(`${month.id}`);
    if (known !== undefined) return known;
    const { period } = month;
    const none = { project, range: { start: '1', end: '0' }, language: '', resultObject: 'all' };
    let first = lastOfMonth;
    for await (const { days } of memory.tables(
      store,
      await store.list(none, [{ from: period, until: period, parts: [] }]),
      unpack,
    ))
      for (let at = 0; at < (days?.length ?? 0); at += 1) first = Math.min(first, days![at]!);
    const day = dayIn(period, first);
    firstDays.set(`${month.id}`, day);
    return day;
  }

  async function namesOf(
    project: ProjectScope,
    { size, freshNames }: Totals,
    numbers: readonly number[],
  ): Promise<readonly string[]> {
    const packed = size - freshNames.length;
    const known = await names.namesOf(
      project,
      numbers.filter((number) => number < packed),
    );
    return numbers.map((number) => known.get(number) ?? freshNames[number - packed] ?? '');
  }

  async function totals(asked: SumsAsked): Promise<Totals> {
    const { rows, packed: sums } = await atOneMoment(asked, monthsOf(asked.range), null, (packs) => packedSums(packs, asked));
    const known = await names.numbersOf(asked.project, [...new Set(rows.map(({ name }) => name))]);
    const packed = [...known.values()].reduce((most, number) => Math.max(most, number + 1), sums[0]?.length ?? 0);
    const unknown = [...new Set(rows.map(({ name }) => name))].filter((name) => !known.has(name)).toSorted();
    const fresh = new Map(unknown.map((name, at) => [name, packed + at]));
    const size = packed + fresh.size;
    const columns = rows.length === 0 ? sums : sums.map((column) => withPlace(column, size));
    for (const { name, values } of rows) addTo(cube, columns, known.get(name) ?? fresh.get(name)!, values);
    return { columns, size, freshNames: unknown };
  }

  return {
    names,
    totals,

    /** Where the numbers of this range are in another one: what has no number yet has another place there. */
    async placesIn(project: ProjectScope, other: Totals, now: Totals): Promise<(number: number) => number | undefined> {
      const [packed, packedThere] = [now.size - now.freshNames.length, other.size - other.freshNames.length];
      const fresh = new Map(other.freshNames.map((name, at) => [name, packedThere + at]));
      const known = await names.numbersOf(project, now.freshNames);
      // From there on, names that have no number yet have their places.
      const packedPlace = (number: number | undefined) => (number !== undefined && number < packedThere ? number : undefined);
      const places = now.freshNames.map((name) => packedPlace(known.get(name)) ?? fresh.get(name));
      return (number) => (number < packed ? packedPlace(number) : places[number - packed]);
    },

    /** A column of another range, by the numbers of this one. */
    async beside(asked: SumsAsked, now: Totals, column: number): Promise<(number: number) => number> {
      const other = await totals(asked);
      const there = await this.placesIn(asked.project, other, now);
      return (number) => valueAt(other, column, there(number));
    },

    /** The earliest day on which anything was counted; null where nothing was. */
    async firstDay(project: ProjectScope): Promise<string | null> {
      const [month, day] = [await store.first(project, 'month'), await store.first(project, 'day')];
      const days = [month && (await firstDayIn(project, month)), day?.period, await unpacked.firstDay(db, project)];
      return days.filter((one) => typeof one === 'string').toSorted()[0] ?? null;
    },

    counted: ({ columns, size }: Totals): number[] => {
      const sums = columns.slice(0, cube.sumCount);
      const numbers: number[] = [];
      for (let number = 0; number < size; number += 1)
        for (const values of sums)
          if (values[number]! > 0) {
            numbers.push(number);
            break;
          }
      return numbers;
    },

    /** The numbers of those of some names that anything is known of. */
    async numbersOf(project: ProjectScope, { size, freshNames }: Totals, wanted: readonly string[]): Promise<Set<number>> {
      const isWanted = new Set(wanted);
      const fresh = freshNames.flatMap((name, at) => (isWanted.has(name) ? [size - freshNames.length + at] : []));
      return new Set([...(await names.numbersOf(project, wanted)).values(), ...fresh]);
    },

    namesOf,

    /** What names come to, by name: all that come to anything, or those with the greatest sums in a column. */
    async named(asked: SumsAsked, greatest?: { readonly column: number; readonly limit: number }) {
      const all = await totals(asked);
      const counted = this.counted(all);
      const numbers = greatest
        ? bestOf(
            counted.filter((number) => all.columns[greatest.column]![number]! > 0),
            (number) => all.columns[greatest.column]![number]!,
            greatest.limit,
          )
        : counted;
      return {
        names: await namesOf(asked.project, all, numbers),
        columns: all.columns.map((column) => numbers.map((number) => column[number]!)),
      };
    },

    /** What some names come to on each day: the values of the cube's columns, by name and day. Others have none. */
    async days(asked: SumsAsked, some: readonly string[]): Promise<Map<string, Map<string, Float64Array>>> {
      const found = new Map<string, Map<string, Float64Array>>(some.map((name) => [name, new Map()]));
      if (some.length === 0) return found;
      const numbers = await names.numbersOf(asked.project, some);
      const someParts = [...new Set([...numbers.values()].map((number) => Math.floor(number / numbersPerPart)))];
      const { start, end } = asked.range;
      const months = someParts.length === 0 ? [] : [{ from: monthOf(start), until: monthOf(end), parts: someParts }];
      const { rows, packed: tables } = await atOneMoment(asked, months, some, loaded);
      const add = (name: string, day: string, values: ArrayLike<number>): void => {
        const days = found.get(name)!;
        const sums = days.get(day);
        if (sums === undefined) days.set(day, Float64Array.from(values));
        else addTo(cube, columnsOf(sums), 0, values);
      };
      for (const { pack, table } of tables) {
        const [first, last] = daysIn(pack.period, asked.range);
        for (const [name, number] of numbers)
          for (let at = placeOf(table, number); table.numbers[at] === number; at += 1)
            if (table.days === null || (table.days[at]! >= first && table.days[at]! <= last))
              add(
                name,
                table.days === null ? pack.period : dayIn(pack.period, table.days[at]!),
                table.columns.map((column) => column[at]!),
              );
      }
      for (const { name, day, values } of rows) add(name, day, values);
      return found;
    },
  };
}

/** 0 for what isn't there. */
export const valueAt = ({ columns }: Pick<Totals, 'columns'>, column: number, place: number | undefined): number =>
  place === undefined ? 0 : (columns[column]![place] ?? 0);

const dayIn = (month: string, day: number): string => `${month}-${day < 10 ? '0' : ''}${day}`;
const columnsOf = (values: Float64Array): Float64Array[] =>
  Array.from(values, (_, column) => values.subarray(column, column + 1));
