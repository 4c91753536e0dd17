import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { dayOfMonth, monthOf } from './months.ts';
import type { Cube } from './cubes.ts';
import { firstOf, pairNumber } from './parts.ts';
import { entriesOf, mergeEntries, packTable, type SumTable, unpackTable } from './sum-table.ts';
import { dayKey, groupOf, type LoadedPack, type PackKey, sumPackStore, unlessMeanwhile, wholeMonth } from './sum-packs.store.ts';
import { sumNameStore } from './sum-names.store.ts';
import { allUnpacked, mirrored, type Unpacked, type UnpackedRow } from './unpacked.store.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/** A project with fewer rows is read as fast without packs. */
const unpackedRows = 2_000;
/** Of one transaction, and of one step in the thread that answers: some milliseconds. */
const rowsAtOnce = 1_000;
const packEveryMilliseconds = 10_000;
/** Events may come later than they happened, and the clocks of shops differ; a month is packed once all of it is there. */
const monthClosedAfterDays = 5;

/** No day at all. */
const none = { start: '1', end: '0' };

/** Packs what is added to rarely: rows into the pack of their day, days into that of their month. Safe on several servers at once. */
export function packSums(app: App): void {
  for (const unpacked of allUnpacked)
    app.jobs.repeat(`sums of ${unpacked.cube.name}`, packEveryMilliseconds, (signal) => pack(app.db, unpacked, signal));
}

/** `now` is epoch milliseconds; projects with up to `most` rows keep them. */
export async function pack(
  db: Database,
  unpacked: Unpacked,
  signal: AbortSignal,
  { now = Date.now(), most = unpackedRows }: { readonly now?: number; readonly most?: number } = {},
): Promise<void> {
  for (const { project_id: id, count } of await unpacked.counts(db))
    if (Number(count) > most) await unlessMeanwhile(() => packRows(db, unpacked, { id }, signal));
  const month = monthOf(addDays(dayOf(now, defaultTimeZone), -monthClosedAfterDays));
  for (const cube of cubesOf(unpacked))
    for (const closed of await sumPackStore(db, cube).closedMonths(month)) {
      if (signal.aborted) return;
      await unlessMeanwhile(() => packMonth(db, cube, { id: closed.project_id }, closed.month));
    }
}

async function packRows(db: Database, unpacked: Unpacked, project: ProjectScope, signal: AbortSignal): Promise<void> {
  for (let taken = rowsAtOnce; taken === rowsAtOnce && !signal.aborted;)
    taken = await db.transaction().execute(async (transaction) => {
      const rows = await unpacked.take(transaction, project.id, rowsAtOnce);
      await addToDays(transaction, unpacked.cube, project, rows);
      if (unpacked.mirror) await addToDays(transaction, unpacked.mirror, project, rows.map(mirrored));
      return rows.length;
    });
}

const cubesOf = ({ cube, mirror }: Unpacked): Cube[] => (mirror ? [cube, mirror] : [cube]);

/** The numbers of rows, by their names, of which frequent ones get smaller numbers. Throws `PackedMeanwhile`. */
export async function numbering(transaction: Database, cube: Cube, project: ProjectScope, rows: readonly UnpackedRow[]) {
  const frequentFirst = rows.toSorted((a, b) => b.values[0]! - a.values[0]! || (a.name < b.name ? -1 : 1));
  const numbersOf = (of: Cube, names: readonly string[]) =>
    sumNameStore(transaction, of).numbersFor(project, [...new Set(names)]);
  const [first, second] = cube.pairOf ?? [cube];
  const numbers = await numbersOf(
    first,
    frequentFirst.map(({ name }) => name),
  );
  if (second === undefined) return ({ name }: UnpackedRow) => numbers.get(name)!;
  const others = await numbersOf(
    second,
    frequentFirst.map(({ other = '' }) => other),
  );
  return ({ name, other = '' }: UnpackedRow) => pairNumber(numbers.get(name)!, others.get(other)!);
}

async function addToDays(transaction: Database, cube: Cube, project: ProjectScope, rows: readonly UnpackedRow[]): Promise<void> {
  const store = sumPackStore(transaction, cube);
  const numberOf = await numbering(transaction, cube, project, rows);
  const breathe = inSlices();
  const groups = Map.groupBy(rows, ({ day, ...row }) => JSON.stringify([day, row.collectionId, row.resultObject, row.language]));
  for (const group of groups.values()) {
    const key = dayKey(group[0]!);
    const known = await store.known(project, key);
    const fresh = mergeEntries(
      cube,
      group.map((row) => ({ number: numberOf(row), day: 0, values: row.values })),
      false,
    );
    const tables = [fresh, ...(known ? [unpackTable(known.data, false)] : [])].map((table) => ({ table, day: 0 }));
    const merged = gatheredTable(cube);
    for (const { table } of mergedParts(cube, tables)) {
      merged.add(table);
      await breathe();
    }
    await store.put(project, known, key, packTable(merged.table()));
  }
}

/** Moves the packs of a month's days into packs of the month. Throws `PackedMeanwhile`. */
export async function packMonth(db: Database, cube: Cube, project: ProjectScope, month: string): Promise<void> {
  const store = sumPackStore(db, cube);
  const range = { start: `${month}-01`, end: `${month}-31` };
  const asked = { project, range, language: '', resultObject: 'all' };
  const known = [
    ...(await store.list(asked, [{ from: month, until: month, parts: [] }])),
    ...(await store.list({ ...asked, range: none }, [{ from: month, until: month, parts: null }])),
  ];
  for (const packs of Map.groupBy(known, groupOf).values()) {
    if (packs.every(({ span }) => span === 'month')) continue;
    const tables: DatedTable[] = [];
    for await (const loaded of store.load(packs.filter(({ part }) => part !== wholeMonth))) tables.push(datedTable(loaded));
    const fresh = await monthPacks(cube, packs[0]!, month, tables);
    await db.transaction().execute(async (transaction) => {
      const changed = sumPackStore(transaction, cube);
      await changed.drop(packs);
      await changed.add(project, fresh);
    });
  }
}

const datedTable = ({ span, period, data }: LoadedPack): DatedTable =>
  span === 'day' ? { table: unpackTable(data, false), day: dayOfMonth(period) } : { table: unpackTable(data, true), day: 0 };

async function monthPacks(cube: Cube, of: PackKey, month: string, tables: readonly DatedTable[]) {
  const { collection_id, result_object, language } = of;
  const key = { span: 'month' as const, period: month, collection_id, result_object, language };
  const breathe = inSlices();
  const whole = gatheredTable(cube);
  const packs: (PackKey & { readonly data: string })[] = [];
  for (const { part, table } of mergedParts(cube, tables)) {
    if (!cube.pairOf) whole.add(table);
    packs.push({ ...key, part, data: packTable(table) });
    await breathe();
  }
  // Nobody asks for all pairs.
  return cube.pairOf ? packs : [{ ...key, part: wholeMonth, data: packTable(whole.table()) }, ...packs];
}

interface DatedTable {
  readonly table: SumTable;
  readonly day: number;
}

/** The parts of all tables together, merged day by day, with the numbers of which they are. */
function* mergedParts(cube: Cube, tables: readonly DatedTable[]): Generator<{ part: number; table: SumTable }> {
  const last = Math.max(-1, ...tables.map(({ table: { numbers } }) => numbers[numbers.length - 1] ?? -1));
  for (let part = 0; firstOf(cube, part) <= last; part += 1) {
    const [from, until] = [firstOf(cube, part), firstOf(cube, part + 1)];
    const entries = tables.flatMap(({ table, day }) => entriesOf(table, from, until, day));
    if (entries.length > 0) yield { part, table: mergeEntries(cube, entries, true) };
  }
}

/** Gathers tables without days whose numbers follow each other. */
function gatheredTable(cube: Cube) {
  const numbers: number[] = [];
  const columns: number[][] = Array.from({ length: cube.columnCount }, () => []);
  return {
    add(part: SumTable): void {
      const whole = mergeEntries(cube, entriesOf(part, 0, Infinity, 0), false);
      for (let at = 0; at < whole.numbers.length; at += 1) numbers.push(whole.numbers[at]!);
      for (const [column, values] of whole.columns.entries())
        for (let at = 0; at < values.length; at += 1) columns[column]!.push(values[at]!);
    },
    table: (): SumTable => ({ numbers, days: null, columns }),
  };
}
