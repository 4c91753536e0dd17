import { type FirstPageClick, placesJudged, type QualitySums, sumNames, sumsOfRow, addedSums, estimateOf } from './measure.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface JudgedProject extends ProjectScope {
  readonly timeZone: string;
  /** Changes with its visitors. */
  readonly madeUpAt: number | null;
}

export interface WeekQuality {
  readonly clickedCount: number;
  readonly sums: QualitySums;
}
export interface PartQuality extends WeekQuality {
  readonly collectionId: number;
  readonly language: string;
}

interface NextClicks {
  readonly day: string;
  /** Event id. */
  readonly after: number;
  readonly limit: number;
  readonly searched: { readonly start: string; readonly end: string };
}

const keptColumns = ['judged_at', 'clicked_count', ...sumNames] as const;

export const searchQualityStore = (db: Database) => ({
  projects: (only?: ProjectScope): Promise<JudgedProject[]> => {
    const rows = db
      .selectFrom('project')
      .select(['id', 'time_zone as timeZone', 'made_up_visitors_at as madeUpAt'])
      .where('deleted_at', 'is', null)
      .orderBy('id');
    return (only ? rows.where('id', '=', only.id) : rows).execute();
  },

  searchedDays: ({ id }: ProjectScope, since: string): Promise<{ day: string }[]> =>
    db
      .selectFrom('search_day')
      .select('day')
      .distinct()
      .where('project_id', '=', id)
      .where('result_object', '=', 'search')
      .where('day', '>=', since)
      .orderBy('day')
      .execute(),

  /** The oldest judgement of each week, by its Monday. */
  async judgedAt({ id }: ProjectScope, since: string): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('search_quality')
      .select((eb) => ['week', eb.fn.min('judged_at').as('at')])
      .where('project_id', '=', id)
      .where('week', '>=', since)
      .groupBy('week')
      .execute();
    return new Map(rows.map(({ week, at }) => [week, Number(at)]));
  },

  parts: ({ id }: ProjectScope, { start, end }: { readonly start: string; readonly end: string }) =>
    db
      .selectFrom('search_day')
      .select(['collection_id as collectionId', 'language'])
      .distinct()
      .where('project_id', '=', id)
      .where('result_object', '=', 'search')
      .where('day', '>=', start)
      .where('day', '<=', end)
      .execute(),

  /** First-page clicks among the next `limit` events of a day, and the last event id, null at the end. Reads events before searches to use their index. */
  async nextClicks(
    { id }: ProjectScope,
    { day, after, limit, searched }: NextClicks,
  ): Promise<{ readonly last: number | null; readonly clicks: FirstPageClick[] }> {
    const events = await db
      .selectFrom('shop_event')
      .select(['id', 'type', 'query_id', 'item_id', 'position'])
      .where('day', '=', day)
      .where('project_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const last = events.at(-1);
    const clicked = events.flatMap(({ type, query_id: queryId, item_id: itemId, position }) =>
      type === 'click' && queryId !== null && position !== null && position >= 1 && position <= placesJudged
        ? [{ queryId, itemId, place: position }]
        : [],
    );
    if (last === undefined || clicked.length === 0) return { last: last ? Number(last.id) : null, clicks: [] };
    const searches = await db
      .selectFrom('shop_query')
      .select(['query_id', 'day', 'collection_id', 'result_object', 'language', 'term', 'visitor', 'is_counted'])
      .where('project_id', '=', id)
      .where('query_id', 'in', [...new Set(clicked.map(({ queryId }) => queryId))])
      .execute();
    // Filtering in SQL would make SQLite scan all searches of those days.
    const isJudged = (search: (typeof searches)[number]): boolean =>
      search.result_object === 'search' && search.is_counted === 1 && search.day >= searched.start && search.day <= searched.end;
    const searchOf = new Map(searches.filter(isJudged).map((search) => [search.query_id, search]));
    const clicks = clicked.flatMap(({ queryId, itemId, place }): FirstPageClick[] => {
      const search = searchOf.get(queryId);
      if (search === undefined) return [];
      const { collection_id: collectionId, language, term, visitor } = search;
      return [{ collectionId: Number(collectionId), language, term, visitor, itemId, place }];
    });
    return { last: Number(last.id), clicks };
  },

  /** Keeps the newest judgement. Does nothing if the project is gone or its visitors changed. */
  keep: (project: JudgedProject, week: string, judgedAt: number, parts: readonly PartQuality[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const { id, madeUpAt } = project;
      // Locks the row.
      const { numUpdatedRows } = await transaction
        .updateTable('project')
        .set({ made_up_visitors_at: madeUpAt })
        .where('id', '=', id)
        .where('made_up_visitors_at', madeUpAt === null ? 'is' : '=', madeUpAt)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      for (const { collectionId, language, clickedCount, sums } of parts)
        await transaction
          .insertInto('search_quality')
          .values({
            project_id: id,
            collection_id: collectionId,
            language,
            week,
            judged_at: judgedAt,
            clicked_count: clickedCount,
            ...sums,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'week', 'collection_id', 'language'])
              .doUpdateSet((eb) => Object.fromEntries(keptColumns.map((name) => [name, eb.ref(`excluded.${name}`)])))
              .whereRef('search_quality.judged_at', '<=', 'excluded.judged_at'),
          )
          .execute();
    }),

  /** `language` is empty for all. */
  async byWeek({ id }: ProjectScope, language: string, from: string, to: string): Promise<Map<string, WeekQuality>> {
    let rows = db
      .selectFrom('search_quality')
      .select((eb) => ['week', eb.fn.sum<number>('clicked_count').as('clicked_count')])
      .select((eb) => sumNames.map((name) => eb.fn.sum<number>(name).as(name)))
      .where('project_id', '=', id)
      .where('week', '>=', from)
      .where('week', '<=', to)
      .groupBy('week');
    if (language !== '') rows = rows.where('language', '=', language);
    return new Map(
      (await rows.execute()).map((row) => [row.week, { clickedCount: Number(row.clicked_count), sums: sumsOfRow(row) }]),
    );
  },
});

/** From 0 to 1; null with too few clicks. */
export const weekQuality =
  (db: Database) =>
  async (project: ProjectScope, monday: string): Promise<number | null> => {
    const week = (await searchQualityStore(db).byWeek(project, '', monday, monday)).get(monday);
    return estimateOf(addedSums(week ? [week.sums] : []))?.mean ?? null;
  };
