import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

type Table = CreateTableBuilder<string, string>;

/** Column groups by type keep a table readable at a glance. Columns are not null unless they say so. */
const columns = (table: Table, type: 'text' | 'integer' | 'bigint', names: string): Table =>
  names.split(' ').reduce<Table>((built, name) => {
    const isNullable = name.endsWith('?');
    return built.addColumn(isNullable ? name.slice(0, -1) : name, type, (column) => (isNullable ? column : column.notNull()));
  }, table);

export const firstTables = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string): Table => {
      const table = db.schema.createTable(name) as unknown as Table;
      return table.addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      );
    };
    const ofProject = (name: string): Table =>
      create(name).addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'));
    const reference = (table: Table, name: string, target: string): Table =>
      table.addColumn(name, 'bigint', (column) => column.notNull().references(`${target}.id`).onDelete('cascade'));
    const sorted = (table: Table, name: string): Table =>
      table.addColumn(name, kind.sortedText as never, (column) => column.notNull());

    let table = columns(create('user'), 'text', 'email name surname password_hash');
    table = columns(table, 'integer', 'is_admin is_blocked');
    await columns(table, 'bigint', 'created_at')
      .addUniqueConstraint('user_email', ['email'] as never)
      .execute();

    table = reference(columns(create('session'), 'text', 'token_hash'), 'user_id', 'user');
    await columns(table, 'bigint', 'created_at last_seen_at')
      .addUniqueConstraint('session_token', ['token_hash'] as never)
      .execute();

    table = columns(create('project'), 'text', 'name url language time_zone data_source token secret_hash');
    await columns(table, 'bigint', 'created_at deleted_at? front_called_at?')
      .addUniqueConstraint('project_token', ['token'] as never)
      .execute();

    table = columns(ofProject('api_token'), 'text', 'token_hash');
    await columns(table, 'bigint', 'expires_at')
      .addUniqueConstraint('api_token_token', ['token_hash'] as never)
      .execute();

    table = columns(columns(reference(ofProject('member'), 'user_id', 'user'), 'integer', 'is_owner'), 'text', 'user_groups');
    await table.addUniqueConstraint('member_once', ['project_id', 'user_id'] as never).execute();

    table = reference(columns(ofProject('invitation'), 'text', 'email user_groups'), 'invited_by', 'user');
    await columns(table, 'bigint', 'created_at expires_at')
      .addUniqueConstraint('invitation_once', ['project_id', 'email'] as never)
      .execute();

    table = columns(columns(ofProject('collection'), 'text', 'name'), 'integer', 'relevant_rate force_stopwords');
    await columns(table, 'bigint', 'created_at').execute();

    table = columns(reference(ofProject('field'), 'collection_id', 'collection'), 'text', 'name type relevance');
    table = columns(table, 'integer', 'unique_field one_key archive front_name is_facet is_path');
    await table.addUniqueConstraint('field_once', ['collection_id', 'name'] as never).execute();

    table = reference(ofProject('feed'), 'collection_id', 'collection');
    table = columns(table, 'text', 'name data_source feed_url file_name? feed_type feed_encoding feed_separator feed_headers');
    table = columns(table, 'text', 'tag_name tag_candidates source mapping fields');
    table = columns(table, 'integer', 'need_tag_name activated need_import');
    await columns(table, 'bigint', 'created_at').execute();

    table = columns(reference(ofProject('import'), 'feed_id', 'feed'), 'text', 'state step failure? warnings');
    table = columns(table, 'integer', 'read_count imported_count error_count warning_count seconds_left?');
    await columns(table, 'bigint', 'received_bytes total_bytes? created_at started_at? finished_at?').execute();

    table = columns(reference(ofProject('import_problem'), 'import_id', 'import'), 'text', 'severity item field value reason');
    await sorted(columns(table, 'integer', 'position'), 'search_text').execute();

    table = columns(columns(ofProject('synonym'), 'text', 'term synonyms'), 'integer', 'synonym_type_id');
    await sorted(table, 'search_text').execute();
    await sorted(columns(ofProject('char_filter'), 'text', 'from_text to_text'), 'search_text').execute();

    table = columns(columns(ofProject('release'), 'integer', 'number'), 'text', 'reason content');
    table = columns(table, 'bigint', 'user_id? created_at');
    await table.addUniqueConstraint('release_number', ['project_id', 'number'] as never).execute();

    table = columns(columns(create('job'), 'text', 'kind key payload state claimed_by? failure?'), 'integer', 'attempts');
    await columns(table, 'bigint', 'run_at heartbeat_at? created_at finished_at?').execute();
    await sql`create unique index job_once on job (kind, key) where finished_at is null`.execute(db);
    await sql`create unique index import_once on import (feed_id) where finished_at is null`.execute(db);

    for (const [name, column] of indexes) await db.schema.createIndex(`${name}_${column}`).on(name).column(column).execute();
  },
});

const indexes = [
  ['session', 'user_id'],
  ['member', 'user_id'],
  ['invitation', 'email'],
  ['collection', 'project_id'],
  ['feed', 'project_id'],
  ['import', 'feed_id'],
  ['import_problem', 'import_id'],
  ['synonym', 'project_id'],
  ['char_filter', 'project_id'],
] as const;
