import { LRUCache } from 'lru-cache';
import { bestOf } from './best-of.ts';
import { daysIn, lastOfMonth, monthOf, monthsOf } from './months.ts';
import { packMemory } from './pack-memory.ts';
import { addTo, placeOf, type SumTable, unpackTable } from './sum-table.ts';
import {
  type KnownPack,
  numbersPerPart,
  type SumsAsked,
  sumPackStore,
  type WantedMonths,
  wholeMonth,
} from './sum-packs.store.ts';
import type { Unpacked } from './unpacked.store.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { inSlices } from '#server-kit/slices.ts';

/** A pack may be made while others are read; then all is read again. */
const tries = 10;

interface Read {
  readonly pack: KnownPack;
  readonly table: SumTable;
}

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
  const store = sumPackStore(db, cube);
  const memory = packMemory<SumTable>(db, cube.name);
  const firstDays = firstDaysOf(db);

  const unpack = (data: string, { span, part }: KnownPack): SumTable =>
    unpackTable(data, span === 'month' && part !== wholeMonth);

  /** All that is asked for, as it was at one moment: nothing moves from rows into packs in between. */
  async function read(asked: SumsAsked, wanted: readonly WantedMonths[], names: readonly string[] | null) {
    for (let left = tries; ; left -= 1) {
      const packs = await store.list(asked, wanted);
      const rows = await unpacked.read(db, asked, names);
      const tables: Read[] = [];
      for await (const one of memory.packs(store, packs, unpack)) tables.push(one);
      const after = await store.list(asked, wanted);
      const isSame = JSON.stringify(packs) === JSON.stringify(after) && tables.length === packs.length;
      if (isSame || left === 0) return { rows, tables };
    }
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
    const names = await store.namesOf(
      project,
      numbers.filter((number) => number < packed),
    );
    return numbers.map((number) => names.get(number) ?? freshNames[number - packed] ?? '');
  }

  /** What each name comes to over all days. */
  async function totals(asked: SumsAsked): Promise<Totals> {
    const { rows, tables } = await read(asked, monthsOf(asked.range), null);
    const known = await store.numbersOf(asked.project, [...new Set(rows.map(({ name }) => name))]);
    const last = ({ numbers }: SumTable): number => numbers[numbers.length - 1] ?? -1;
    const packed = 1 + [...tables.map(({ table }) => last(table)), ...known.values()].reduce((a, b) => Math.max(a, b), -1);
    const unknown = [...new Set(rows.map(({ name }) => name))].filter((name) => !known.has(name)).toSorted();
    const fresh = new Map(unknown.map((name, at) => [name, packed + at]));
    const columns = Array.from({ length: cube.columnCount }, () => new Float64Array(packed + fresh.size));
    const breathe = inSlices();
    for (const one of tables) {
      addTable(columns, one, asked);
      await breathe();
    }
    for (const { name, values } of rows) addTo(cube, columns, known.get(name) ?? fresh.get(name)!, values);
    return { columns, size: packed + fresh.size, freshNames: unknown };
  }

  return {
    store,
    totals,

    /** Where the numbers of this range are in another one: what has no number yet has another place there. */
    async placesIn(project: ProjectScope, other: Totals, now: Totals): Promise<(number: number) => number | undefined> {
      const [packed, packedThere] = [now.size - now.freshNames.length, other.size - other.freshNames.length];
      const fresh = new Map(other.freshNames.map((name, at) => [name, packedThere + at]));
      const known = await store.numbersOf(project, now.freshNames);
      return (number) => {
        const name = now.freshNames[number - packed];
        return name === undefined ? number : (known.get(name) ?? fresh.get(name));
      };
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

    /** The numbers that come to anything. */
    counted: ({ columns, size }: Totals): number[] => {
      const sums = columns.slice(0, cube.sumCount);
      const numbers: number[] = [];
      for (let number = 0; number < size; number += 1) if (sums.some((values) => values[number]! > 0)) numbers.push(number);
      return numbers;
    },

    /** The numbers of those of some names that anything is known of. */
    async numbersOf(project: ProjectScope, { size, freshNames }: Totals, names: readonly string[]): Promise<Set<number>> {
      const wanted = new Set(names);
      const fresh = freshNames.flatMap((name, at) => (wanted.has(name) ? [size - freshNames.length + at] : []));
      return new Set([...(await store.numbersOf(project, names)).values(), ...fresh]);
    },

    /** The names of some numbers, in their order. */
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
    async days(asked: SumsAsked, names: readonly string[]): Promise<Map<string, Map<string, Float64Array>>> {
      const found = new Map<string, Map<string, Float64Array>>(names.map((name) => [name, new Map()]));
      if (names.length === 0) return found;
      const numbers = await store.numbersOf(asked.project, names);
      const someParts = [...new Set([...numbers.values()].map((number) => Math.floor(number / numbersPerPart)))];
      const { start, end } = asked.range;
      const months = someParts.length === 0 ? [] : [{ from: monthOf(start), until: monthOf(end), parts: someParts }];
      const { rows, tables } = await read(asked, months, names);
      const add = (name: string, day: string, values: ArrayLike<number>): void => {
        const days = found.get(name)!;
        const sums = days.get(day) ?? new Float64Array(cube.columnCount);
        addTo(cube, columnsOf(sums), 0, values);
        days.set(day, sums);
      };
      for (const one of tables) {
        const { table } = one;
        const [first, last] = daysIn(one.pack.period, asked.range);
        for (const [name, number] of numbers)
          for (let at = placeOf(table, number); table.numbers[at] === number; at += 1)
            if (table.days === null || (table.days[at]! >= first && table.days[at]! <= last))
              add(
                name,
                dayAt(one, at),
                table.columns.map((column) => column[at]!),
              );
      }
      for (const { name, day, values } of rows) add(name, day, values);
      return found;
    },
  };

  function addTable(columns: readonly Float64Array[], one: Read, asked: SumsAsked): void {
    const { table } = one;
    const [first, last] = daysIn(one.pack.period, asked.range);
    const newest = cube.columnCount - 1;
    for (let at = 0; at < table.numbers.length; at += 1) {
      if (table.days !== null && (table.days[at]! < first || table.days[at]! > last)) continue;
      const number = table.numbers[at]!;
      for (let column = 0; column < cube.sumCount; column += 1) columns[column]![number]! += table.columns[column]![at]!;
      if (cube.sumCount < cube.columnCount && table.columns[newest]![at]! >= columns[newest]![number]!)
        for (let column = cube.sumCount; column < cube.columnCount; column += 1)
          columns[column]![number] = table.columns[column]![at]!;
    }
  }
}

/** 0 for what isn't there. */
export const valueAt = ({ columns }: Pick<Totals, 'columns'>, column: number, place: number | undefined): number =>
  place === undefined ? 0 : (columns[column]![place] ?? 0);

const dayIn = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;
const dayAt = ({ pack, table }: Read, at: number): string =>
  table.days === null ? pack.period : dayIn(pack.period, table.days[at]!);
/** A row of values as columns of one row. */
const columnsOf = (values: Float64Array): Float64Array[] =>
  Array.from(values, (_, column) => values.subarray(column, column + 1));
