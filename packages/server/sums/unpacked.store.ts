import { PostgresAdapter, type Selectable, type SelectQueryBuilder } from 'kysely';
import { clickedItemCube, clickingTermCube, type Cube, itemColumns, itemCube, termCube } from './cubes.ts';
import type { SumsAsked } from './sum-packs.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { inParts } from '#server/rules/rows/row-selection.ts';
import type { Database, Schema } from '#server/db/schema.ts';

/**
 * Rows that nobody else is changing, which are the caller's until its transaction ends: it waits for nobody. Who writes SQLite is alone.
 */
const ifFree = <Table extends keyof Schema, Row>(
  db: Database,
  rows: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? rows.forUpdate().skipLocked() : rows;

export interface UnpackedRow {
  readonly collectionId: number;
  readonly day: string;
  readonly resultObject: string;
  readonly language: string;
  readonly name: string;
  /** Of a pair, its second name. */
  readonly other?: string;
  readonly values: readonly number[];
}

/** Rows of sums that still change: they are added to one by one, and packed later. */
export interface Unpacked {
  readonly cube: Cube;
  /** Rows of pairs are packed a second time with their names the other way round, to be read by the other one. */
  readonly mirror?: Cube;
  counts(db: Database): Promise<{ project_id: number; count: number }[]>;
  /** The earliest day with rows; null where there are none. */
  firstDay(db: Database, project: ProjectScope): Promise<string | null>;
  /** Takes some rows of a project out of the table, but for those that somebody writes. */
  take(transaction: Database, projectId: number, limit: number): Promise<UnpackedRow[]>;
  /** Rows of the days that are asked for, of all names or of some. */
  read(db: Database, asked: SumsAsked, names: readonly string[] | null): Promise<UnpackedRow[]>;
}

type CountedTable = 'searched_term' | 'item_event' | 'clicked_item';

const countsOf = (table: CountedTable) => (db: Database) =>
  db
    .selectFrom(table)
    .select((eb) => ['project_id', eb.fn.countAll<number>().as('count')])
    .groupBy('project_id')
    .execute();

const firstDayOf = (table: CountedTable) => async (db: Database, project: ProjectScope) => {
  const first = db.selectFrom(table).select((eb) => eb.fn.min('day').as('day'));
  return (await first.where('project_id', '=', project.id).executeTakeFirst())?.day ?? null;
};

type RowOf<Table extends CountedTable> = Selectable<Schema[Table]>;

/**
 * Takes rows of a project out of a table, but for those that somebody writes. They are found before they are deleted: PostgreSQL, which
 * doesn't know soon enough that the table has filled again, would look for them once for every row of it. Kysely can't tell what several
 * tables have in common.
 */
async function taken<Table extends CountedTable>(
  transaction: Database,
  table: Table,
  projectId: number,
  limit: number,
): Promise<RowOf<Table>[]> {
  const one = table as 'searched_term';
  const free = transaction.selectFrom(one).selectAll().where('project_id', '=', projectId).orderBy('id').limit(limit);
  const rows = await ifFree(transaction, free).execute();
  for (const part of inParts(rows.map(({ id }) => id))) await transaction.deleteFrom(one).where('id', 'in', part).execute();
  return rows as unknown as RowOf<Table>[];
}

/** Rows of the days and the collection that are asked for, and of what searches were asked in where the table tells. */
function inDays<Table extends CountedTable>(db: Database, table: Table, asked: SumsAsked, isOfSearches: boolean) {
  const { project, range, language, resultObject, collectionId } = asked;
  let rows = db
    .selectFrom(table as 'searched_term')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('day', '>=', range.start)
    .where('day', '<=', range.end);
  if (isOfSearches && language !== '') rows = rows.where('language', '=', language);
  if (isOfSearches && resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
  if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
  return rows as unknown as SelectQueryBuilder<Schema, Table, RowOf<Table>>;
}

interface TermRow {
  readonly collection_id: number;
  readonly day: string;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly search_count: number;
  readonly unfound_count: number;
  readonly click_count: number;
  readonly item_count: number;
  readonly last_at: number | null;
}

const ofTerm = (row: TermRow): UnpackedRow => ({
  collectionId: Number(row.collection_id),
  day: row.day,
  resultObject: row.result_object,
  language: row.language,
  name: row.term,
  values: [row.search_count, row.unfound_count, row.click_count, row.item_count, Number(row.last_at ?? Date.parse(row.day))],
});

export const unpackedTerms: Unpacked = {
  cube: termCube,
  counts: countsOf('searched_term'),
  firstDay: firstDayOf('searched_term'),
  take: async (transaction, projectId, limit) => (await taken(transaction, 'searched_term', projectId, limit)).map(ofTerm),
  async read(db, asked, names) {
    const rows = inDays(db, 'searched_term', asked, true).$if(names !== null, (some) => some.where('term', 'in', names));
    return (await rows.execute()).map(ofTerm);
  },
};

interface ItemRow {
  readonly collection_id: number;
  readonly day: string;
  readonly type: string;
  readonly item_id: string;
  readonly event_count: number;
}

function ofItem({ collection_id: collectionId, day, type, item_id: name, event_count: count }: ItemRow): UnpackedRow {
  const values = Array.from({ length: itemCube.columnCount }, () => 0);
  values[itemColumns[type as keyof typeof itemColumns]] = count;
  return { collectionId: Number(collectionId), day, resultObject: '', language: '', name, values };
}

/** What visitors did with items. Events know nothing of languages and result types. */
export const unpackedItems: Unpacked = {
  cube: itemCube,
  counts: countsOf('item_event'),
  firstDay: firstDayOf('item_event'),
  take: async (transaction, projectId, limit) => (await taken(transaction, 'item_event', projectId, limit)).map(ofItem),
  async read(db, asked, names) {
    const rows = inDays(db, 'item_event', asked, false).$if(names !== null, (some) => some.where('item_id', 'in', names));
    return (await rows.execute()).map(ofItem);
  },
};

interface ClickRow {
  readonly collection_id: number;
  readonly day: string;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly item_id: string;
  readonly click_count: number;
  readonly position_sum: number;
  readonly position_count: number;
}

const ofClicks = (row: ClickRow): UnpackedRow => ({
  collectionId: Number(row.collection_id),
  day: row.day,
  resultObject: row.result_object,
  language: row.language,
  name: row.term,
  other: row.item_id,
  values: [row.click_count, Number(row.position_sum), row.position_count],
});

export const mirrored = ({ name, other = '', ...row }: UnpackedRow): UnpackedRow => ({ ...row, name: other, other: name });

/** Which items visitors clicked after which terms, by terms. */
export const unpackedClicks: Unpacked = {
  cube: clickedItemCube,
  mirror: clickingTermCube,
  counts: countsOf('clicked_item'),
  firstDay: firstDayOf('clicked_item'),
  take: async (transaction, projectId, limit) => (await taken(transaction, 'clicked_item', projectId, limit)).map(ofClicks),
  async read(db, asked, names) {
    const rows = inDays(db, 'clicked_item', asked, true).$if(names !== null, (some) => some.where('term', 'in', names));
    return (await rows.execute()).map(ofClicks);
  },
};

/** The same, by items. */
export const unpackedClickingTerms: Unpacked = {
  ...unpackedClicks,
  cube: clickingTermCube,
  mirror: clickedItemCube,
  take: async (...of) => (await unpackedClicks.take(...of)).map(mirrored),
  async read(db, asked, names) {
    const rows = inDays(db, 'clicked_item', asked, true).$if(names !== null, (some) => some.where('item_id', 'in', names));
    return (await rows.execute()).map((row) => mirrored(ofClicks(row)));
  },
};

export const allUnpacked = [unpackedTerms, unpackedItems, unpackedClicks] as const;
