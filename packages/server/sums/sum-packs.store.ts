import type { Cube } from './cubes.ts';
import { monthOf, monthsFrom } from './months.ts';
import type { UnpackedRow } from './unpacked.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** Of a month, the table of all numbers without days; its parts, day by day, are counted from 0. */
export const wholeMonth = -1;

/** Sums of which days are asked for. */
export interface SumsAsked {
  readonly project: ProjectScope;
  /** Days, both included. */
  readonly range: { readonly start: string; readonly end: string };
  /** Empty for all. */
  readonly language: string;
  readonly resultObject: string;
  /** All where it isn't said. */
  readonly collectionId?: number | undefined;
}

/** What a pack is of. */
export interface PackKey {
  readonly span: 'day' | 'month';
  readonly period: string;
  readonly part: number;
  readonly collection_id: number;
  readonly result_object: string;
  readonly language: string;
}

export interface KnownPack extends PackKey {
  readonly id: number;
  readonly version: number;
}

/** What a pack is of, whatever its days are. */
export const groupOf = ({ collection_id: collection, result_object: object, language }: PackKey): string =>
  JSON.stringify([collection, object, language]);

/** The pack of a day in which a row is. */
export const dayKey = (row: Pick<UnpackedRow, 'day' | 'collectionId' | 'resultObject' | 'language'>): PackKey => ({
  span: 'day',
  period: row.day,
  part: 0,
  collection_id: row.collectionId,
  result_object: row.resultObject,
  language: row.language,
});

export interface LoadedPack extends KnownPack {
  readonly data: string;
}

/** Packs of months, from one to another: those of whole months, or parts of months day by day. */
export interface WantedMonths {
  readonly from: string;
  readonly until: string;
  /** Null for the whole months, empty for every part. */
  readonly parts: readonly number[] | null;
}

const idsAtOnce = 64;
const rowsAtOnce = 100;
const keyColumns = ['span', 'period', 'part', 'collection_id', 'result_object', 'language'] as const;

export function* parts<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** A change that somebody else has made meanwhile; all of this one is undone, and may be tried again. */
export class PackedMeanwhile extends Error {}

/** Does what may be done elsewhere at the same time, and answers whether it was done here. */
export async function unlessMeanwhile(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof PackedMeanwhile)) throw error;
    return false;
  }
}

/** Packed sums of a cube. */
export const sumPackStore = (db: Database, { name: cube }: Pick<Cube, 'name'>) => {
  const ofCube = (project: ProjectScope) =>
    db.selectFrom('sum_pack').where('project_id', '=', project.id).where('cube', '=', cube);

  function narrowed({ project, language, resultObject, collectionId }: SumsAsked) {
    let rows = ofCube(project);
    if (language !== '') rows = rows.where('language', '=', language);
    if (resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    return rows;
  }

  /**
   * Packs of days and of months, by the index of both: asked for in one condition, all packs of the cube would be looked through. In one
   * statement, so that they are of one moment.
   */
  function listed(asked: SumsAsked, months: readonly WantedMonths[]) {
    const days = narrowed(asked)
      .where('span', '=', 'day')
      .where('period', '>=', asked.range.start)
      .where('period', '<=', asked.range.end);
    const ofMonths = months.map(({ from, until, parts: some }) =>
      narrowed(asked)
        .where('span', '=', 'month')
        .where('period', '>=', from)
        .where('period', '<=', until)
        .where('part', some === null ? '=' : '!=', wholeMonth)
        .$if(some !== null && some.length > 0, (all) => all.where('part', 'in', some)),
    );
    return [days, ...ofMonths];
  }

  return {
    /** The packs of a question, without what is in them, always in the same order: of days, and of months. */
    async list(asked: SumsAsked, months: readonly WantedMonths[]): Promise<KnownPack[]> {
      const selected = listed(asked, months).map((rows) => rows.select(['id', 'version', ...keyColumns]));
      return (await selected.reduce((all, some) => all.unionAll(some)).execute()).toSorted((a, b) => a.id - b.id);
    },

    /** The same, only to see whether they have changed. */
    async versions(asked: SumsAsked, months: readonly WantedMonths[]): Promise<Pick<KnownPack, 'id' | 'version'>[]> {
      const selected = listed(asked, months).map((rows) => rows.select(['id', 'version']));
      return (await selected.reduce((all, some) => all.unionAll(some)).execute()).toSorted((a, b) => a.id - b.id);
    },

    /** The packs of days of a part, but for those of some months. */
    days(asked: SumsAsked, { part, outside }: { readonly part: number; readonly outside: ReadonlySet<string> }) {
      const { start, end } = asked.range;
      const [first, last] = [[...outside].toSorted()[0], [...outside].toSorted().at(-1)];
      const rows = narrowed(asked)
        .select(['id', 'version', ...keyColumns])
        .where('span', '=', 'day')
        .where('part', '=', part)
        .where('period', '>=', start)
        .where('period', '<=', end);
      const isWithout = first === undefined || last === undefined || monthsFrom(first, last) !== outside.size;
      // Those of months in between are looked through, where one of these isn't packed.
      return (isWithout ? rows : rows.where((eb) => eb.or([eb('period', '<', `${first}-01`), eb('period', '>', `${last}-31`)])))
        .execute()
        .then((packs) => packs.filter(({ period }) => !outside.has(monthOf(period))).toSorted((a, b) => a.id - b.id));
    },

    /** What is in some packs; those that changed since they were listed are left out. */
    async *load(packs: readonly KnownPack[]): AsyncGenerator<LoadedPack> {
      for (const some of parts(packs, idsAtOnce)) {
        const versions = new Map(some.map(({ id, version }) => [id, version]));
        const rows = await db
          .selectFrom('sum_pack')
          .select(['id', 'version', 'data', ...keyColumns])
          .where('id', 'in', [...versions.keys()])
          .execute();
        for (const row of rows) if (versions.get(row.id) === row.version) yield row;
      }
    },

    /** The earliest pack of a span; a month's as a whole. */
    first: (project: ProjectScope, span: PackKey['span']): Promise<KnownPack | undefined> =>
      ofCube(project)
        .select(['id', 'version', ...keyColumns])
        .where('span', '=', span)
        .orderBy('period')
        .orderBy('part')
        .limit(1)
        .executeTakeFirst(),

    /** The newest day that has packs of its own; null where none has. */
    async newestDay(project: ProjectScope): Promise<string | null> {
      const newest = await ofCube(project)
        .select((eb) => eb.fn.max('period').as('period'))
        .where('span', '=', 'day')
        .executeTakeFirst();
      return newest?.period ?? null;
    },

    /** The days that have packs of their own. */
    async packedDays(project: ProjectScope): Promise<string[]> {
      const rows = await ofCube(project).select('period').distinct().where('span', '=', 'day').execute();
      return rows.map(({ period }) => period);
    },

    /** Packs of days of months before one, by project and month. */
    closedMonths: (month: string): Promise<{ project_id: number; month: string }[]> =>
      db
        .selectFrom('sum_pack')
        .select((eb) => ['project_id', eb.fn<string>('substr', ['period', eb.lit(1), eb.lit('YYYY-MM'.length)]).as('month')])
        .distinct()
        .where('cube', '=', cube)
        .where('span', '=', 'day')
        .where('period', '<', month)
        .execute(),

    known: (project: ProjectScope, { span, period, part, ...of }: PackKey): Promise<LoadedPack | undefined> =>
      ofCube(project)
        .select(['id', 'version', 'data', ...keyColumns])
        .where('span', '=', span)
        .where('period', '=', period)
        .where('part', '=', part)
        .where('collection_id', '=', of.collection_id)
        .where('result_object', '=', of.result_object)
        .where('language', '=', of.language)
        .executeTakeFirst(),

    /** Adds a pack, or replaces what was in it when it was read. Throws `PackedMeanwhile`. */
    async put(project: ProjectScope, known: KnownPack | undefined, key: PackKey, data: string): Promise<void> {
      if (known === undefined) return this.add(project, [{ ...key, data }]);
      const { numUpdatedRows } = await db
        .updateTable('sum_pack')
        .set({ data, version: known.version + 1 })
        .where('id', '=', known.id)
        .where('version', '=', known.version)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new PackedMeanwhile();
    },

    /** Adds packs. Throws `PackedMeanwhile`. */
    async add(project: ProjectScope, packs: readonly (PackKey & { readonly data: string })[]): Promise<void> {
      for (const some of parts(packs, rowsAtOnce)) {
        const added = await db
          .insertInto('sum_pack')
          .values(some.map((pack) => ({ project_id: project.id, cube, version: 1, ...pack })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        if (added.length !== some.length) throw new PackedMeanwhile();
      }
    },

    /** Drops packs that are as they were when they were read. Throws `PackedMeanwhile`. */
    async drop(packs: readonly KnownPack[]): Promise<void> {
      for (const some of parts(packs, rowsAtOnce)) {
        const { numDeletedRows } = await db
          .deleteFrom('sum_pack')
          .where((eb) => eb.or(some.map(({ id, version }) => eb.and([eb('id', '=', id), eb('version', '=', version)]))))
          .executeTakeFirstOrThrow();
        if (Number(numDeletedRows) !== some.length) throw new PackedMeanwhile();
      }
    },
  };
};
export type SumPackStore = ReturnType<typeof sumPackStore>;
