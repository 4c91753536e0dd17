import { type Kysely, type RawBuilder, sql } from 'kysely';

interface Pack {
  readonly id: number;
  readonly project_id: number;
  readonly cube: string;
  readonly span: string;
  readonly period: string;
  readonly part: number;
  readonly collection_id: number;
  readonly result_object: string;
  readonly language: string;
  readonly data: string;
}

const packsAtOnce = 50;
const rowsAtOnce = 200;
/** A part of a month without days, and of a day's visitors all terms together. */
const whole = -1;
const pairScale = 2 ** 26;
const align = (offset: number): number => Math.ceil(offset / 8) * 8;

/** The columns of a pack: row count and column count as 32 bits, a type per column, then each column aligned to 8 bytes. */
function columnsOf(text: string): ArrayLike<number>[] {
  const bytes = new Uint8Array(align(Buffer.byteLength(text, 'base64')));
  Buffer.from(bytes.buffer).write(text, 'base64');
  const head = new DataView(bytes.buffer);
  const [rows, count] = [head.getUint32(0, true), head.getUint32(4, true)];
  let offset = align(8 + count);
  return Array.from({ length: count }, (_, at) => {
    const column = new [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array][bytes[8 + at]!]!(
      bytes.buffer,
      offset,
      rows,
    );
    offset = align(offset + column.byteLength);
    return column;
  });
}

type Insert = (rows: readonly (readonly unknown[])[]) => RawBuilder<unknown>;

const valuesOf = (rows: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  sql.join(rows.map((row) => sql`(${sql.join(row)})`));

const inserts: Readonly<Record<string, Insert>> = {
  terms: (rows) => sql`insert into term_day (day_id, term_id, search_count, unfound_count, click_count, item_count, last_at)
    values ${valuesOf(rows)} on conflict (day_id, term_id) do update set
    search_count = term_day.search_count + excluded.search_count, unfound_count = term_day.unfound_count + excluded.unfound_count,
    click_count = term_day.click_count + excluded.click_count,
    item_count = case when excluded.last_at >= term_day.last_at then excluded.item_count else term_day.item_count end,
    last_at = case when excluded.last_at >= term_day.last_at then excluded.last_at else term_day.last_at end`,
  items: (rows) => sql`insert into item_day (day_id, item_id, impression, click, cart, purchase)
    values ${valuesOf(rows)} on conflict (day_id, item_id) do update set
    impression = item_day.impression + excluded.impression, click = item_day.click + excluded.click,
    cart = item_day.cart + excluded.cart, purchase = item_day.purchase + excluded.purchase`,
  'clicked items': (rows) => sql`insert into click_day (day_id, term_id, item_id, click_count, position_sum, position_count)
    values ${valuesOf(rows)} on conflict (day_id, term_id, item_id) do update set
    click_count = click_day.click_count + excluded.click_count, position_sum = click_day.position_sum + excluded.position_sum,
    position_count = click_day.position_count + excluded.position_count`,
  'next searches': (rows) => sql`insert into next_search_day (day_id, term_id, next_id, visitor_count, found_count, clicked_count)
    values ${valuesOf(rows)} on conflict do nothing`,
  visitors: (rows) => sql`insert into term_day
    (day_id, term_id, search_count, unfound_count, click_count, item_count, last_at, visitors, unfound_visitors)
    values ${valuesOf(rows)} on conflict (day_id, term_id) do update set
    visitors = excluded.visitors, unfound_visitors = excluded.unfound_visitors`,
};

/** The names of pairs and of visitors' terms are numbered as these cubes number them. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  terms: ['terms'],
  items: ['items'],
  'clicked items': ['terms', 'items'],
  'next searches': ['terms', 'terms'],
  visitors: ['terms'],
};

/** Writes the rows of `term_day`, `item_day`, `click_day` and `next_search_day` that were packed in columns. */
export async function convertPacks(db: Kysely<unknown>): Promise<void> {
  const names = new Map<string, Map<number, number>>();
  const days = new Map<string, number>();

  async function nameIds(project: number, cube: string): Promise<Map<number, number>> {
    const known = names.get(cube);
    if (known !== undefined) return known;
    const { rows } = await sql<{ number: number; id: number }>`select s.number, n.id from sum_name s
      join counted_name n on n.project_id = s.project_id and n.name = s.name
      where s.project_id = ${project} and s.cube = ${cube}`.execute(db);
    const ids = new Map(rows.map(({ number, id }) => [Number(number), Number(id)]));
    names.set(cube, ids);
    return ids;
  }

  async function dayId({ project_id, cube, collection_id, result_object, language }: Pack, day: string): Promise<number> {
    const [table, columns, values] =
      cube === 'items'
        ? ['event_day', ['project_id', 'collection_id', 'day'], [project_id, collection_id, day]]
        : [
            'search_day',
            ['project_id', 'collection_id', 'day', 'result_object', 'language'],
            [project_id, collection_id, day, result_object, language],
          ];
    const key = JSON.stringify([table, ...values]);
    const known = days.get(key);
    if (known !== undefined) return known;
    const sums =
      table === 'event_day'
        ? ['impression', 'click', 'cart', 'purchase']
        : ['search_count', 'unfound_count', 'click_count', 'timed_count', 'took_ms'];
    const refs = [...columns, ...sums].map((column) => sql.ref(column));
    const all = [...values, ...sums.map(() => 0)].map((value) => sql`${value}`);
    await sql`insert into ${sql.table(table)} (${sql.join(refs)}) values (${sql.join(all)}) on conflict do nothing`.execute(db);
    const isIt = sql.join(
      columns.map((column, at) => sql`${sql.ref(column)} = ${values[at]}`),
      sql` and `,
    );
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${isIt}`.execute(db);
    const id = Number(rows[0]!.id);
    days.set(key, id);
    return id;
  }

  async function convertSums(pack: Pack): Promise<void> {
    const [numbers = [], ...columns] = columnsOf(pack.data);
    const monthDays = pack.span === 'month' ? columns.shift() : undefined;
    const [first, second] = namesOf[pack.cube]!;
    const [ids, others] = [await nameIds(pack.project_id, first!), second && (await nameIds(pack.project_id, second))];
    let rows: unknown[][] = [];
    const flush = async (): Promise<void> => {
      if (rows.length > 0) await inserts[pack.cube]!(rows).execute(db);
      rows = [];
    };
    for (let at = 0; at < numbers.length; at += 1) {
      const day = monthDays ? `${pack.period}-${String(monthDays[at]).padStart(2, '0')}` : pack.period;
      const name = others ? Math.floor(numbers[at]! / pairScale) : numbers[at]!;
      const other = others ? [others.get(numbers[at]! % pairScale)] : [];
      rows.push([await dayId(pack, day), ids.get(name), ...other, ...columns.map((column) => column[at])]);
      if (rows.length === rowsAtOnce) await flush();
    }
    await flush();
  }

  /** Sets of visitors by number: hashes of 48 bits, and whether they found nothing. */
  async function convertVisitors(pack: Pack): Promise<void> {
    const [numbers = [], hashes = [], unfound = []] = columnsOf(pack.data);
    const sets = new Map<number, { all: number[]; unfound: number[] }>();
    for (let at = 0; at < numbers.length; at += 1) {
      const set = sets.get(numbers[at]!) ?? { all: [], unfound: [] };
      sets.set(numbers[at]!, set);
      set.all.push(hashes[at]!);
      if (unfound[at] === 1) set.unfound.push(hashes[at]!);
    }
    const day = await dayId(pack, pack.period);
    if (pack.part === whole) {
      const [all, none] = [packed(sets.get(0)?.all ?? []), packed(sets.get(1)?.all ?? [])];
      await sql`update search_day set visitors = ${all}, unfound_visitors = ${none} where id = ${day}`.execute(db);
      return;
    }
    const ids = await nameIds(pack.project_id, 'terms');
    const rows = [...sets].map(([number, set]) => [day, ids.get(number), 0, 0, 0, 0, 0, packed(set.all), packed(set.unfound)]);
    for (let at = 0; at < rows.length; at += rowsAtOnce) await inserts['visitors']!(rows.slice(at, at + rowsAtOnce)).execute(db);
  }

  for (const isOfVisitors of [false, true])
    for (let last = [0, 0]; ;) {
      const kinds = isOfVisitors ? ['visitors'] : Object.keys(inserts).filter((kind) => kind !== 'visitors');
      const { rows } = await sql<Pack>`select * from sum_pack where cube in (${sql.join(kinds)})
        and (project_id, id) > (${last[0]}, ${last[1]}) order by project_id, id limit ${sql.lit(packsAtOnce)}`.execute(db);
      if (rows.length === 0) break;
      for (const pack of rows) {
        if (pack.project_id !== last[0]) names.clear();
        last = [pack.project_id, pack.id];
        if (!isOfVisitors && pack.part !== whole) await convertSums(pack);
        if (isOfVisitors && pack.span === 'day') await convertVisitors(pack);
      }
    }
  await forgetTotals(db);
}

const packed = (hashes: readonly number[]): string => {
  const bytes = Buffer.alloc(6 * hashes.length);
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, 6 * at, 6);
  return bytes.toString('base64');
};

/** A day is rolled up once both its visitors and its next searches are. And event days get the sums of their items. */
async function forgetTotals(db: Kysely<unknown>): Promise<void> {
  await sql`update search_day set visitors = null, unfound_visitors = null where day > coalesce((select max(period) from sum_pack
    where sum_pack.project_id = search_day.project_id and cube = 'next searches' and span = 'day'), '')`.execute(db);
  const sums = sql.join(
    ['impression', 'click', 'cart', 'purchase'].map(
      (type) => sql`${sql.ref(type)} = coalesce((select sum(${sql.ref(type)}) from item_day where day_id = event_day.id), 0)`,
    ),
  );
  await sql`update event_day set ${sums}`.execute(db);
}
