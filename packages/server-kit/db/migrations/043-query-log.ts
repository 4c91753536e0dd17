import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Every query of a visitor, and what they come to by day: searches beside what is typed, in which language, what was found and clicked. */
export const queryLog = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const ofProject = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
        // Without a reference: what was asked of a collection outlives it, and never fails to be written because it is gone.
        .addColumn('collection_id', 'bigint', (column) => column.notNull())
        .addColumn('day', kind.sortedText as never, (column) => column.notNull());
    const ofDay = (name: string) =>
      ofProject(name)
        .addColumn('result_object', kind.sortedText as never, (column) => column.notNull())
        .addColumn('language', kind.sortedText as never, (column) => column.notNull());

    await ofDay('shop_query')
      .addColumn('query_id', kind.sortedText as never, (column) => column.notNull())
      .addColumn('search_id', kind.sortedText as never, (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('term', kind.sortedText as never, (column) => column.notNull())
      .addColumn('item_count', 'integer', (column) => column.notNull())
      .addColumn('took_ms', 'double precision', (column) => column.notNull())
      .addColumn('visitor', kind.sortedText as never, (column) => column.notNull())
      .addColumn('is_counted', 'integer', (column) => column.notNull())
      .addColumn('click_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('shop_query_once', ['project_id', 'query_id'] as never)
      .execute();
    await db.schema.createIndex('shop_query_day').on('shop_query').column('day').execute();
    const counted = sql`where is_counted = 1`;
    await sql`create index shop_query_visitor on shop_query (project_id, day, result_object, visitor, language, item_count) ${counted}`.execute(
      db,
    );
    await sql`create index shop_query_term on shop_query (project_id, term, day, result_object, language, item_count, visitor) ${counted}`.execute(
      db,
    );

    await ofDay('search_day')
      .addColumn('search_count', 'integer', (column) => column.notNull())
      .addColumn('unfound_count', 'integer', (column) => column.notNull())
      .addColumn('click_count', 'integer', (column) => column.notNull())
      .addColumn('timed_count', 'integer', (column) => column.notNull())
      .addColumn('took_ms', 'double precision', (column) => column.notNull())
      .addUniqueConstraint('search_day_once', ['project_id', 'collection_id', 'day', 'result_object', 'language'] as never)
      .execute();
    await ofDay('took_day')
      .addColumn('bucket', 'integer', (column) => column.notNull())
      .addColumn('search_count', 'integer', (column) => column.notNull())
      .addUniqueConstraint('took_day_once', [
        'project_id',
        'collection_id',
        'day',
        'result_object',
        'language',
        'bucket',
      ] as never)
      .execute();

    // Terms were unique without an object and a language, which no database changes in place on both.
    await ofDay('searched_term_now')
      .addColumn('term', kind.sortedText as never, (column) => column.notNull())
      .addColumn('search_count', 'integer', (column) => column.notNull())
      .addColumn('unfound_count', 'integer', (column) => column.notNull())
      .addColumn('click_count', 'integer', (column) => column.notNull())
      .addColumn('item_count', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'bigint')
      .execute();
    const language = sql`coalesce((select project.language from project where project.id = searched_term.project_id), '')`;
    await sql`insert into searched_term_now
        (project_id, collection_id, day, result_object, language, term, search_count, unfound_count, click_count, item_count)
      select project_id, collection_id, day, 'search', ${language}, term, search_count,
        case when item_count = 0 then search_count else 0 end, 0, item_count from searched_term order by id`.execute(db);
    await db.schema.dropTable('searched_term').execute();
    await db.schema.alterTable('searched_term_now').renameTo('searched_term').execute();
    await db.schema
      .createIndex('searched_term_once')
      .unique()
      .on('searched_term')
      .columns(['project_id', 'collection_id', 'day', 'result_object', 'language', 'term'])
      .execute();
    await db.schema.createIndex('searched_term_term').on('searched_term').columns(['project_id', 'term', 'day']).execute();
    await db.schema.createIndex('searched_term_day').on('searched_term').column('day').execute();
    await sql`insert into search_day
        (project_id, collection_id, day, result_object, language, search_count, unfound_count, click_count, timed_count, took_ms)
      select project_id, collection_id, day, result_object, language, sum(search_count), sum(unfound_count), 0, 0, 0
      from searched_term group by project_id, collection_id, day, result_object, language`.execute(db);

    await db.schema.alterTable('project').addColumn('made_up_visitors_at', 'bigint').execute();
    await db.schema
      .alterTable('shop_event')
      .addColumn('looks_left', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index shop_event_unattributed on shop_event (id) where looks_left > 0`.execute(db);
    await sql`create index shop_event_query on shop_event (project_id, query_id) where type = 'click'`.execute(db);
    await sql`create index shop_event_item on shop_event (project_id, item_id, day) where type = 'click'`.execute(db);
  },
});
