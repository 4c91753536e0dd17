import { type Selectable, sql } from 'kysely';
import type { FieldType } from '#contract/item.ts';
import { type FieldRelevance, notSearched } from '#engine/query/relevance.ts';
import type { SchemaField } from '#features/data/schema/schema.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

type Row = Selectable<Schema['field']>;
/** One field per collection has each of them. */
export type SingleFlag = 'unique_field' | 'one_key' | 'front_name';
export type FieldColumns = Partial<
  Pick<Row, SingleFlag | 'type' | 'temp_type' | 'archive' | 'autocomplete' | 'custom_data' | 'is_facet' | 'is_path' | 'relevance'>
>;

const text = (flag: 0 | 1): '0' | '1' => (flag === 1 ? '1' : '0');

const fieldOf = (row: Row): Omit<SchemaField, 'waits'> => ({
  id: row.id,
  collection_id: row.collection_id,
  name: row.name,
  type: row.type as FieldType,
  temp_type: row.temp_type as FieldType | null,
  unique_field: text(row.unique_field),
  one_key: text(row.one_key),
  front_name: text(row.front_name),
  custom_data: text(row.custom_data),
  archive: row.archive === 1,
  autocomplete: row.autocomplete === 1,
  facet: row.is_facet === 1,
  path: row.is_path === 1,
  searchable: jsonOf<FieldRelevance>(row.relevance, notSearched, 'field.relevance', row.id).searchable,
  found_count: row.found_count,
});

export const schemaStore = (db: Database) => {
  const fieldsOf = (project: ProjectScope) => db.selectFrom('field').where('project_id', '=', project.id);
  const changed = (project: ProjectScope) => db.updateTable('field').where('project_id', '=', project.id);

  return {
    async list(project: ProjectScope, collectionId: number) {
      const rows = await fieldsOf(project).selectAll().where('collection_id', '=', collectionId).orderBy('id').execute();
      return rows.map(fieldOf);
    },

    async find(project: ProjectScope, id: number) {
      const row = await fieldsOf(project).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fieldOf(row) : null;
    },

    async update(project: ProjectScope, id: number, columns: FieldColumns): Promise<void> {
      await changed(project).set(columns).where('id', '=', id).execute();
    },

    /** Takes the flag from all other fields. */
    async giveAlone(project: ProjectScope, { id, collection_id: collectionId }: SchemaFieldKey, flag: SingleFlag): Promise<void> {
      const isThis = sql<0 | 1>`case when id = ${id} then 1 else 0 end`;
      await changed(project)
        .set({ [flag]: isThis })
        .where('collection_id', '=', collectionId)
        .execute();
    },

    /** An import is needed. */
    async askForImport(project: ProjectScope, collectionId: number): Promise<void> {
      const feeds = db
        .updateTable('feed')
        .set({ need_import: sql`need_import + 1` })
        .where('project_id', '=', project.id);
      await feeds.where('collection_id', '=', collectionId).execute();
    },
  };
};

type SchemaFieldKey = Pick<SchemaField, 'id' | 'collection_id'>;
