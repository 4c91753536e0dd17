import { bestOf } from './best-of.ts';
import { daysIn, monthOf } from './months.ts';
import { pairScale, finePartOf } from './parts.ts';
import { packReader, type Read } from './read-packs.ts';
import type { Totals } from './read-sums.ts';
import { sumNameStore } from './sum-names.store.ts';
import type { SumsAsked } from './sum-packs.store.ts';
import { addTo, placeOf } from './sum-table.ts';
import type { Unpacked } from './unpacked.store.ts';
import type { Database } from '#server/db/schema.ts';

/** The sums of pairs of names, packed or not. */
export function pairReader(db: Database, unpacked: Pick<Unpacked, 'cube' | 'read'>) {
  const { cube } = unpacked;
  const [first, second] = cube.pairOf!;
  const { atOneMoment, loaded } = packReader(db, unpacked);
  const [names, others] = [sumNameStore(db, first), sumNameStore(db, second)];

  /** What all pairs of a first name come to over all days, by the numbers of second names; those that have no number yet come last. */
  async function of(asked: SumsAsked, name: string): Promise<Totals> {
    const number = (await names.numbersOf(asked.project, [name])).get(name);
    const { start, end } = asked.range;
    const months = number === undefined ? [] : [{ from: monthOf(start), until: monthOf(end), parts: [finePartOf(number)] }];
    const { rows, packed: tables } = await atOneMoment(asked, months, [name], loaded);
    const slices = number === undefined ? [] : tables.map((one) => sliceOf(one, number, asked));
    const found = [...new Set(rows.map(({ other = '' }) => other))];
    const known = await others.numbersOf(asked.project, found);
    const packed = [...known.values(), ...slices.map(({ last }) => last)].reduce((most, one) => Math.max(most, one + 1), 0);
    const freshNames = found.filter((one) => !known.has(one)).toSorted();
    const fresh = new Map(freshNames.map((one, at) => [one, packed + at]));
    const size = packed + freshNames.length;
    const sums = new Float64Array(size * cube.columnCount);
    for (const { add } of slices) add(sums);
    const columns = columnsOf(sums, cube.columnCount);
    for (const { other = '', values } of rows) addTo(cube, columns, known.get(other) ?? fresh.get(other)!, values);
    return { columns, size, freshNames };
  }

  return {
    of,

    /** The numbers of second names with the greatest sums in a column, greatest first. */
    greatest({ columns }: Totals, column: number, limit: number): number[] {
      const sums = columns[column]!;
      const counted: number[] = [];
      for (let number = 0; number < sums.length; number += 1) if (sums[number]! > 0) counted.push(number);
      return bestOf(counted, (number) => sums[number]!, limit);
    },

    /** Second names by their numbers, in the order of these. */
    async namesOf(project: SumsAsked['project'], { size, freshNames }: Totals, numbers: readonly number[]): Promise<string[]> {
      const packed = size - freshNames.length;
      const known = await others.namesOf(
        project,
        numbers.filter((number) => number < packed),
      );
      return numbers.map((number) => known.get(number) ?? freshNames[number - packed] ?? '');
    },
  };

  /** The pairs of a first name in a table. */
  function sliceOf({ pack, table }: Read, number: number, { range }: SumsAsked) {
    const base = number * pairScale;
    const [from, until] = [placeOf(table, base), placeOf(table, base + pairScale)];
    const [firstDay, lastDay] = daysIn(pack.period, range);
    const { numbers, days } = table;
    return {
      last: until > from ? numbers[until - 1]! - base : -1,
      /** Adds them to sums, where all of a second name are side by side: of hundreds of thousands, each is one place in memory. */
      add(sums: Float64Array): void {
        const { columns } = table;
        for (let place = from; place < until; place += 1) {
          if (days !== null && (days[place]! < firstDay || days[place]! > lastDay)) continue;
          const to = (numbers[place]! - base) * columns.length;
          for (let at = 0; at < columns.length; at += 1) sums[to + at]! += columns[at]![place]!;
        }
      },
    };
  }
}

const columnsOf = (sums: Float64Array, count: number): Float64Array[] =>
  Array.from({ length: count }, (_, column) => {
    const values = new Float64Array(sums.length / count);
    for (let at = 0; at < values.length; at += 1) values[at] = sums[at * count + column]!;
    return values;
  });
