import { clickedItemCube, clickingTermCube, type Cube, itemColumns, itemCube, termCube } from './cubes.ts';
import { ifFree } from './row-locks.ts';
import type { SumsAsked } from './sum-packs.store.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** A row that is not packed yet. */
export interface UnpackedRow {
  readonly collectionId: number;
  readonly day: string;
  readonly resultObject: string;
  readonly language: string;
  readonly name: string;
  /** Of a pair, its second name. */
  readonly other?: string;
  /** As the cube of the row has its columns. */
  readonly values: readonly number[];
}

/** Rows of sums that still change: they are added to one by one, and packed later. */
export interface Unpacked {
  readonly cube: Cube;
  /** Rows of pairs are packed a second time with their names the other way round, to be read by the other one. */
  readonly mirror?: Cube;
  /** How many rows there are of each project. */
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

/** What visitors searched for. */
export const unpackedTerms: Unpacked = {
  cube: termCube,
  counts: countsOf('searched_term'),
  firstDay: firstDayOf('searched_term'),
  async take(transaction, projectId, limit) {
    const free = transaction
      .selectFrom('searched_term')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id')
      .limit(limit);
    const rows = await transaction
      .deleteFrom('searched_term')
      .where('id', 'in', ifFree(transaction, free))
      .returningAll()
      .execute();
    return rows.map(ofTerm);
  },
  async read(db, { project, range, language, resultObject, collectionId }, names) {
    let rows = db
      .selectFrom('searched_term')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('day', '>=', range.start)
      .where('day', '<=', range.end);
    if (language !== '') rows = rows.where('language', '=', language);
    if (resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    if (names !== null) rows = rows.where('term', 'in', names);
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
  async take(transaction, projectId, limit) {
    const free = transaction.selectFrom('item_event').select('id').where('project_id', '=', projectId).orderBy('id').limit(limit);
    const rows = await transaction.deleteFrom('item_event').where('id', 'in', ifFree(transaction, free)).returningAll().execute();
    return rows.map(ofItem);
  },
  async read(db, { project, range, collectionId }, names) {
    let rows = db
      .selectFrom('item_event')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('day', '>=', range.start)
      .where('day', '<=', range.end);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    if (names !== null) rows = rows.where('item_id', 'in', names);
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

/** The same row by its other name. */
export const mirrored = ({ name, other = '', ...row }: UnpackedRow): UnpackedRow => ({ ...row, name: other, other: name });

function clicks(db: Database, { project, range, language, resultObject, collectionId }: SumsAsked) {
  let rows = db
    .selectFrom('clicked_item')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('day', '>=', range.start)
    .where('day', '<=', range.end);
  if (language !== '') rows = rows.where('language', '=', language);
  if (resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
  if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
  return rows;
}

/** Which items visitors clicked after which terms, by terms. */
export const unpackedClicks: Unpacked = {
  cube: clickedItemCube,
  mirror: clickingTermCube,
  counts: countsOf('clicked_item'),
  firstDay: firstDayOf('clicked_item'),
  async take(transaction, projectId, limit) {
    const free = transaction
      .selectFrom('clicked_item')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id')
      .limit(limit);
    const rows = await transaction
      .deleteFrom('clicked_item')
      .where('id', 'in', ifFree(transaction, free))
      .returningAll()
      .execute();
    return rows.map(ofClicks);
  },
  async read(db, asked, names) {
    const rows = clicks(db, asked).$if(names !== null, (some) => some.where('term', 'in', names));
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
    const rows = clicks(db, asked).$if(names !== null, (some) => some.where('item_id', 'in', names));
    return (await rows.execute()).map((row) => mirrored(ofClicks(row)));
  },
};

/** All that is counted in rows and packed by day. */
export const allUnpacked = [unpackedTerms, unpackedItems, unpackedClicks] as const;
