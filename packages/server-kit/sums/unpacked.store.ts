import { type Cube, itemColumns, itemCube, termCube } from './cubes.ts';
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
  /** As the cube of the row has its columns. */
  readonly values: readonly number[];
}

/** Rows of sums that still change: they are added to one by one, and packed later. */
export interface Unpacked {
  readonly cube: Cube;
  /** How many rows there are of each project. */
  counts(db: Database): Promise<{ project_id: number; count: number }[]>;
  /** The earliest day with rows; null where there are none. */
  firstDay(db: Database, project: ProjectScope): Promise<string | null>;
  /** Takes some rows of a project out of the table, but for those that somebody writes. */
  take(transaction: Database, projectId: number, limit: number): Promise<UnpackedRow[]>;
  /** Rows of the days that are asked for, of all names or of some. */
  read(db: Database, asked: SumsAsked, names: readonly string[] | null): Promise<UnpackedRow[]>;
}

const countsOf = (table: 'searched_term' | 'item_event') => (db: Database) =>
  db
    .selectFrom(table)
    .select((eb) => ['project_id', eb.fn.countAll<number>().as('count')])
    .groupBy('project_id')
    .execute();

const firstDayOf = (table: 'searched_term' | 'item_event') => async (db: Database, project: ProjectScope) => {
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
