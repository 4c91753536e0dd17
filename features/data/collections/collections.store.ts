import type { FieldType } from '#contract/item.ts';
import { defaultRelevantRate, type CollectionRelevance, type FieldRelevance, type RelevantRate } from '#engine/relevance.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { RelevanceByCollection } from '#server-kit/releases.ts';

/** A schema field as imports find it and searches use it. */
export interface CollectionField {
  readonly name: string;
  readonly type: FieldType;
  readonly isUnique: boolean;
  readonly isGroup: boolean;
  readonly isFrontName: boolean;
  readonly isFacet: boolean;
  readonly isPath: boolean;
  readonly relevance: FieldRelevance;
}

/** Collections of a project with their fields. */
export const collectionStore = (db: Database) => {
  const collectionsOf = ({ id }: ProjectScope) => db.selectFrom('collection').where('project_id', '=', id);

  async function fields(project: ProjectScope, collectionId: number): Promise<CollectionField[]> {
    const rows = await db
      .selectFrom('field')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      name: row.name,
      type: row.type as FieldType,
      isUnique: row.unique_field === 1,
      isGroup: row.one_key === 1,
      isFrontName: row.front_name === 1,
      isFacet: row.is_facet === 1,
      isPath: row.is_path === 1,
      relevance: JSON.parse(row.relevance) as FieldRelevance,
    }));
  }

  /** What the project's items are written in. */
  const language = async ({ id }: ProjectScope): Promise<string> =>
    (await db.selectFrom('project').select('language').where('id', '=', id).executeTakeFirstOrThrow()).language;

  return {
    language,
    list: (project: ProjectScope) => collectionsOf(project).selectAll().orderBy('id').execute(),
    find: (project: ProjectScope, id: number) => collectionsOf(project).selectAll().where('id', '=', id).executeTakeFirst(),
    fields,

    async insert(project: ProjectScope, name: string): Promise<number> {
      const row = await db
        .insertInto('collection')
        .values({ project_id: project.id, name, relevant_rate: defaultRelevantRate, force_stopwords: 0, created_at: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** Adds the fields that an import found; the ones that are known keep their settings. */
    async addFields(project: ProjectScope, collectionId: number, found: readonly CollectionField[]): Promise<void> {
      for (const field of found) {
        await db
          .insertInto('field')
          .values({
            project_id: project.id,
            collection_id: collectionId,
            name: field.name,
            type: field.type,
            unique_field: field.isUnique ? 1 : 0,
            one_key: field.isGroup ? 1 : 0,
            archive: 0,
            front_name: field.isFrontName ? 1 : 0,
            is_facet: field.isFacet ? 1 : 0,
            is_path: field.isPath ? 1 : 0,
            relevance: JSON.stringify(field.relevance),
          })
          .onConflict((conflict) => conflict.columns(['collection_id', 'name']).doNothing())
          .execute();
      }
    },

    /** The relevance part of a release. */
    async relevance(project: ProjectScope): Promise<{ language: string; relevance: RelevanceByCollection }> {
      const ownLanguage = await language(project);
      const relevance: Record<string, CollectionRelevance> = {};
      for (const collection of await collectionsOf(project).selectAll().execute()) {
        const found = await fields(project, collection.id);
        relevance[collection.id] = {
          layout: layoutOf(ownLanguage, found),
          fields: Object.fromEntries(found.map((field) => [field.name, field.relevance])),
          relevantRate: collection.relevant_rate as RelevantRate,
          forcesStopwords: collection.force_stopwords === 1,
        };
      }
      return { language: ownLanguage, relevance };
    },
  };
};

/** How the engine indexes a collection with these fields. */
export const layoutOf = (language: string, fields: readonly CollectionField[]): CollectionRelevance['layout'] => ({
  language,
  groupField: fields.find(({ isGroup }) => isGroup)?.name ?? null,
  fields: fields.map(({ name, type, isFacet, isPath, relevance }) => ({
    name,
    type,
    searchable: relevance.searchable,
    stemmer: relevance.stemmer,
    facet: isFacet,
    path: isPath,
  })),
});
