import { type Selectable, sql } from 'kysely';
import type { FieldType } from '#contract/item.ts';
import type { Learning } from '#contract/values/learning.ts';
import { defaultRelevantRate, type FieldRelevance, notSearched, type RelevantRate } from '#engine/query/relevance.ts';
import { inParts, rowsAtOnce } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import type { Dependent } from '#features/data/collections/collections.contract.ts';

export interface CollectionField {
  readonly name: string;
  readonly type: FieldType;
  readonly isUnique: boolean;
  readonly isGroup: boolean;
  readonly isFrontName: boolean;
  readonly isFacet: boolean;
  readonly isPath: boolean;
  readonly isArchived: boolean;
  readonly isAutocomplete: boolean;
  readonly isCustomData: boolean;
  /** null when not counted. */
  readonly foundCount: number | null;
  readonly relevance: FieldRelevance;
}

export interface StoredField extends CollectionField {
  readonly id: number;
}

export const collectionStore = (db: Database) => {
  const collectionsOf = ({ id }: ProjectScope) => db.selectFrom('collection').where('project_id', '=', id);

  const fieldsOf = (project: ProjectScope, collectionId: number) =>
    db.selectFrom('field').where('project_id', '=', project.id).where('collection_id', '=', collectionId).orderBy('id');

  /** May return more than `names`: long lists aren't filtered. */
  async function fields(project: ProjectScope, collectionId: number, names?: readonly string[]): Promise<CollectionField[]> {
    const all = fieldsOf(project, collectionId).selectAll();
    const isFew = names !== undefined && names.length <= rowsAtOnce;
    return (await (isFew ? all.where('name', 'in', names) : all).execute()).map(fieldOf);
  }

  /** Without custom data: there may be thousands of fields. */
  async function indexedFields(project: ProjectScope, collectionId: number): Promise<CollectionField[]> {
    return (await fieldsOf(project, collectionId).selectAll().where('custom_data', '=', 0).execute()).map(fieldOf);
  }

  async function storedFields(project: ProjectScope, collectionId: number): Promise<StoredField[]> {
    const rows = await fieldsOf(project, collectionId).selectAll().where('custom_data', '=', 0).execute();
    return rows.map((row) => ({ id: row.id, ...fieldOf(row) }));
  }

  async function countFields(project: ProjectScope, collectionId: number) {
    const { all, custom } = await db
      .selectFrom('field')
      .select([sql<number>`count(*)`.as('all'), sql<number>`coalesce(sum(custom_data), 0)`.as('custom')])
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .executeTakeFirstOrThrow();
    return { field_count: all, indexed_count: all - custom };
  }

  const siteAddress = async ({ id }: ProjectScope): Promise<string | null> =>
    (await db.selectFrom('project').select('url').where('id', '=', id).executeTakeFirstOrThrow()).url || null;

  const currency = async ({ id }: ProjectScope): Promise<string | null> =>
    (await db.selectFrom('project').select('currency').where('id', '=', id).executeTakeFirstOrThrow()).currency;

  const language = async ({ id }: ProjectScope): Promise<string> =>
    (await db.selectFrom('project').select('language').where('id', '=', id).executeTakeFirstOrThrow()).language;

  return {
    language,
    siteAddress,
    currency,
    list: (project: ProjectScope) => collectionsOf(project).selectAll().orderBy('id').execute(),

    ofAllProjects: () =>
      db
        .selectFrom('collection')
        .innerJoin('project', 'project.id', 'collection.project_id')
        .select(['collection.id', 'collection.project_id'])
        .where('project.deleted_at', 'is', null)
        .orderBy('collection.id')
        .execute(),
    find: (project: ProjectScope, id: number) => collectionsOf(project).selectAll().where('id', '=', id).executeTakeFirst(),
    fields,
    indexedFields,
    storedFields,
    countFields,

    async insert(project: ProjectScope, name: string, settings: Partial<CollectionSettings> = {}): Promise<number> {
      const row = await db
        .insertInto('collection')
        .values({
          project_id: project.id,
          name,
          ...settingColumns({ ...usualSettings, ...settings }),
          created_at: Date.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** Saves given columns only, so that concurrent edits stay. */
    async update(project: ProjectScope, id: number, changes: CollectionChanges): Promise<void> {
      if (Object.values(changes).every((value) => value === undefined)) return;
      const { name, relevant_rate, force_stopwords, lower_unwanted, in_stock_first, fuses_meaning, learning } = changes;
      await db
        .updateTable('collection')
        .set(({ ref }) => ({
          name,
          relevant_rate,
          force_stopwords: flagIfGiven(force_stopwords),
          lower_unwanted: flagIfGiven(lower_unwanted),
          in_stock_first: flagIfGiven(in_stock_first),
          fuses_meaning: flagIfGiven(fuses_meaning),
          learning,
          relevance_updated_at:
            relevant_rate === undefined
              ? undefined
              : sql<number | null>`case when ${ref('relevant_rate')} = ${relevant_rate}
                then ${ref('relevance_updated_at')} else ${Date.now()} end`,
        }))
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .returning('id')
        .execute();
    },

    /** Deletes its fields and runs, too. Its items are deleted by the engine. */
    async remove(project: ProjectScope, id: number): Promise<void> {
      await db.deleteFrom('collection').where('project_id', '=', project.id).where('id', '=', id).returning('id').execute();
    },

    /** Known fields keep their settings. */
    async addFields(project: ProjectScope, collectionId: number, found: readonly CollectionField[]): Promise<void> {
      for (const some of inParts(found)) {
        const rows = some.map((field) => ({
          project_id: project.id,
          collection_id: collectionId,
          ...columnsOf(field),
        }));
        await db
          .insertInto('field')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['collection_id', 'name']).doUpdateSet({ found_count: (row) => row.ref('excluded.found_count') }),
          )
          .execute();
      }
    },

    /** As `addFields`, in a transaction. Returns false if the total would exceed `maximum`, counting fields added concurrently. */
    async addFieldsWithin(project: ProjectScope, collectionId: number, found: readonly CollectionField[], maximum: number) {
      // Locks the collection.
      const own = db.updateTable('collection').set((row) => ({ name: row.ref('name') }));
      await own.where('project_id', '=', project.id).where('id', '=', collectionId).execute();
      if ((await countFields(project, collectionId)).field_count + found.length > maximum) return false;
      await this.addFields(project, collectionId, found);
      return true;
    },

    /** Ends the wait of fields that were built with the type that they waited for. */
    async settleTypes(project: ProjectScope, collectionId: number, built: readonly { name: string; type: FieldType }[]) {
      const typeOf = new Map(built.map(({ name, type }) => [name, type]));
      const rows = db.selectFrom('field').where('project_id', '=', project.id).where('collection_id', '=', collectionId);
      const waiting = await rows.select(['id', 'name', 'temp_type']).where('temp_type', 'is not', null).execute();
      for (const { id, name, temp_type: waitingType } of waiting) {
        const type = typeOf.get(name);
        if (type === undefined) continue;
        const isSettled = type === waitingType;
        await db
          .updateTable('field')
          .set({ type, ...(isSettled && { temp_type: null }) })
          .where('id', '=', id)
          // It may have been changed since.
          .where('temp_type', '=', waitingType)
          .execute();
      }
    },
  };
};

export const fieldOf = (row: Selectable<Schema['field']>): CollectionField => ({
  name: row.name,
  type: (row.temp_type ?? row.type) as FieldType,
  isUnique: row.unique_field === 1,
  isGroup: row.one_key === 1,
  isFrontName: row.front_name === 1,
  isFacet: row.is_facet === 1,
  isPath: row.is_path === 1,
  isArchived: row.archive === 1,
  isAutocomplete: row.autocomplete === 1,
  isCustomData: row.custom_data === 1,
  foundCount: row.found_count,
  relevance: { ...notSearched, ...jsonOf<FieldRelevance>(row.relevance, notSearched, 'field.relevance', row.id) },
});

export interface CollectionSettings {
  readonly relevant_rate: RelevantRate;
  readonly force_stopwords: boolean;
  readonly lower_unwanted: boolean;
  readonly in_stock_first: boolean;
  readonly fuses_meaning: boolean;
  readonly learning: Learning;
}
type CollectionChanges = { readonly [Name in keyof CollectionSettings]?: CollectionSettings[Name] | undefined } & {
  readonly name?: string | undefined;
};
type SettingColumns = Pick<Selectable<Schema['collection']>, keyof CollectionSettings>;

const usualSettings: CollectionSettings = {
  relevant_rate: defaultRelevantRate,
  force_stopwords: false,
  lower_unwanted: false,
  in_stock_first: true,
  fuses_meaning: false,
  learning: 'careful',
};

const flag = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0);

export const collectionSettings = [
  'relevant_rate',
  'force_stopwords',
  'lower_unwanted',
  'in_stock_first',
  'fuses_meaning',
  'learning',
] as const;

export const settingsOf = (row: SettingColumns): CollectionSettings => ({
  relevant_rate: row.relevant_rate as RelevantRate,
  force_stopwords: row.force_stopwords === 1,
  lower_unwanted: row.lower_unwanted === 1,
  in_stock_first: row.in_stock_first === 1,
  fuses_meaning: row.fuses_meaning === 1,
  learning: row.learning as Learning,
});

export const settingColumns = (settings: CollectionSettings): SettingColumns => ({
  relevant_rate: settings.relevant_rate,
  force_stopwords: flag(settings.force_stopwords),
  lower_unwanted: flag(settings.lower_unwanted),
  in_stock_first: flag(settings.in_stock_first),
  fuses_meaning: flag(settings.fuses_meaning),
  learning: settings.learning,
});

const flagIfGiven = (isSet: boolean | undefined) => (isSet === undefined ? undefined : flag(isSet));

export const columnsOf = (field: CollectionField) => ({
  name: field.name,
  type: field.type,
  unique_field: flag(field.isUnique),
  one_key: flag(field.isGroup),
  archive: flag(field.isArchived),
  front_name: flag(field.isFrontName),
  autocomplete: flag(field.isAutocomplete),
  custom_data: flag(field.isCustomData),
  is_facet: flag(field.isFacet),
  is_path: flag(field.isPath),
  relevance: JSON.stringify(field.relevance),
  found_count: field.foundCount,
});

const shownCurations = 10;

export const dependentStore = (db: Database) => {
  const feedsOf = (project: ProjectScope, collectionId: number) =>
    db.selectFrom('feed').where('project_id', '=', project.id).where('collection_id', '=', collectionId).orderBy('id');

  return {
    async list(project: ProjectScope, collectionId: number): Promise<Dependent[]> {
      const feeds = await feedsOf(project, collectionId).select(['id', 'name']).execute();
      const curations = await db
        .selectFrom('curation')
        .select(['id', 'name'])
        .where('project_id', '=', project.id)
        .where('collection_id', '=', collectionId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(shownCurations)
        .execute();
      return [
        ...feeds.map((feed) => ({ kind: 'feed' as const, ...feed })),
        ...curations.map((curation) => ({ kind: 'curation' as const, ...curation })),
      ];
    },

    async mapping(project: ProjectScope, collectionId: number): Promise<Record<string, string>> {
      const feeds = await feedsOf(project, collectionId).select(['id', 'mapping']).execute();
      const pairs = feeds.flatMap(({ id, mapping }) =>
        jsonOf<{ from: string; to: string | null }[]>(mapping, [], 'feed.mapping', id),
      );
      return Object.fromEntries(pairs.map(({ from, to }) => [from, to ?? '']));
    },
  };
};
