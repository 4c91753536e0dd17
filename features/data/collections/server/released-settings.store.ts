import type { FieldRelevance } from '#engine/query/relevance.ts';
import type { Learning } from '#contract/values/learning.ts';
import { isSearched, layoutOf } from './collection-fields.service.ts';
import {
  type CollectionField,
  type CollectionSettings,
  collectionSettings,
  fieldOf,
  settingColumns,
  settingsOf,
} from './collections.store.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { CollectionRelease, FrontSettings, ReleaseSettings } from '#server/rules/releases/live-release.ts';
import { usualResults } from '#server/search/result-defaults.ts';
import type { ReleaseSource, ReleasedRow } from '#server/rules/releases/rule-source.ts';

interface ProjectRow extends ReleasedRow {
  readonly language: string;
}

/** Without `in_stock_first`, `fuses_meaning` and `learning` where they are off, as in releases from before there were any. */
type CollectionRow = ReleasedRow &
  Omit<CollectionSettings, 'in_stock_first' | 'fuses_meaning' | 'learning'> & {
    readonly in_stock_first?: true;
    readonly fuses_meaning?: true;
    readonly learning?: Exclude<Learning, 'off'>;
  };

type FieldRow = ReleasedRow & Omit<CollectionField, 'foundCount'>;

const projectSource: ReleaseSource<ProjectRow> = {
  key: 'project',
  goesLive: 'atOnce',
  table: 'project',
  nameOf: ({ language }) => language,
  // Its items are analysed in the language that it has.
  restoredAs: (saved) => saved,
  store: (db) => {
    const row = async (id: number) => db.selectFrom('project').select(['id', 'language']).where('id', '=', id).execute();
    return {
      some: async (project, ids) => (ids.includes(project.id) ? row(project.id) : []),
      following: async (project, after) => (project.id > after ? row(project.id) : []),
      put: () => Promise.resolve(),
      removeAll: () => Promise.resolve(),
      copy: () => Promise.resolve(),
    };
  },
};

export const collectionsKey = 'collections';

export const withoutLearning = (row: ReleasedRow): ReleasedRow => {
  const { learning: _learning, ...settings } = row as CollectionRow;
  return settings;
};

const collectionSource: ReleaseSource<CollectionRow> = {
  key: collectionsKey,
  goesLive: 'onUpdate',
  table: 'collection',
  // A change is shown below the name of its collection.
  nameOf: () => 'settings',
  restoredAs: (saved, wanted) => wanted ?? saved,
  store: (db) => {
    const rowsOf = (projectId: number) =>
      db
        .selectFrom('collection')
        .select(['id', ...collectionSettings])
        .where('project_id', '=', projectId)
        .orderBy('id');
    const released = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): CollectionRow => {
      const { in_stock_first: isFirst, fuses_meaning: isFused, learning, ...settings } = settingsOf(row);
      return {
        id: row.id,
        collection_id: row.id,
        ...settings,
        ...(isFirst && { in_stock_first: true }),
        ...(isFused && { fuses_meaning: true }),
        ...(learning !== 'off' && { learning }),
      };
    };
    return {
      some: async (project, ids) => (await rowsOf(project.id).where('id', 'in', ids).execute()).map(released),
      following: async (project, after, limit) =>
        (await rowsOf(project.id).where('id', '>', after).limit(limit).execute()).map(released),
      async put(project, rows) {
        for (const { id, in_stock_first = false, fuses_meaning = false, learning = 'off', ...settings } of rows)
          await db
            .updateTable('collection')
            .set(settingColumns({ ...settings, in_stock_first, fuses_meaning, learning }))
            .where('project_id', '=', project.id)
            .where('id', '=', id)
            .returning('id')
            .execute();
        await noteNewRelevance(db, project, rows);
      },
      // Newer collections stay.
      removeAll: () => Promise.resolve(),
      copy: () => Promise.resolve(),
    };
  },
};

/** Editors of the relevance see that it has changed. */
async function noteNewRelevance(db: Database, project: ProjectScope, rows: readonly ReleasedRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ collection_id: id }) => id ?? []))];
  if (ids.length === 0) return;
  await db
    .updateTable('collection')
    .set({ relevance_updated_at: Date.now(), relevance_updated_by: null })
    .where('project_id', '=', project.id)
    .where('id', 'in', ids)
    .returning('id')
    .execute();
}

/** Indexed fields, and others that are shown or hidden in a special way. */
const fieldSource: ReleaseSource<FieldRow> = {
  key: 'fields',
  goesLive: 'atOnce',
  table: 'field',
  deletedWith: 'collection',
  nameOf: ({ name }) => name,
  /** How fields are searched and shown, which needs no new build. */
  restoredAs: (saved, wanted) =>
    wanted === null
      ? saved
      : {
          ...saved,
          isArchived: wanted.isArchived,
          isAutocomplete: wanted.isAutocomplete,
          isFrontName: wanted.isFrontName,
          relevance: wanted.relevance,
        },
  store: (db) => {
    const rowsOf = (projectId: number) =>
      db
        .selectFrom('field')
        .selectAll()
        .where('project_id', '=', projectId)
        .where((row) => row.or([row('custom_data', '=', 0), row('front_name', '=', 1), row('archive', '=', 1)]))
        .orderBy('id');
    const released = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): FieldRow => {
      const { foundCount: _counted, ...field } = fieldOf(row);
      return { id: row.id, collection_id: row.collection_id, ...field };
    };
    return {
      some: async (project, ids) => (await rowsOf(project.id).where('id', 'in', ids).execute()).map(released),
      following: async (project, after, limit) =>
        (await rowsOf(project.id).where('id', '>', after).limit(limit).execute()).map(released),
      async put(project, rows) {
        for (const { id, isArchived, isAutocomplete, isFrontName, relevance } of rows)
          await db
            .updateTable('field')
            .set({
              archive: isArchived ? 1 : 0,
              autocomplete: isAutocomplete ? 1 : 0,
              front_name: isFrontName ? 1 : 0,
              relevance: JSON.stringify(relevance satisfies FieldRelevance),
            })
            .where('project_id', '=', project.id)
            .where('id', '=', id)
            .returning('id')
            .execute();
        await noteNewRelevance(db, project, rows);
      },
      // A release doesn't delete fields.
      removeAll: () => Promise.resolve(),
      copy: () => Promise.resolve(),
    };
  },
};

export const releasedSettings: ReleaseSettings = {
  sources: [projectSource, collectionSource, fieldSource] as unknown as ReleaseSettings['sources'],
  compile(rowsOf) {
    const language = (rowsOf(projectSource.key)[0] as ProjectRow | undefined)?.language ?? '';
    const fields = Map.groupBy(rowsOf(fieldSource.key) as readonly FieldRow[], ({ collection_id: id }) => id);
    const collections = rowsOf(collectionSource.key) as readonly CollectionRow[];
    const relevance = collections.map((one) => [one.id, collectionRelease(language, one, fields.get(one.id) ?? [])] as const);
    return { language, relevance: Object.fromEntries(relevance), columns: null };
  },
};

function collectionRelease(language: string, collection: CollectionRow, rows: readonly FieldRow[]): CollectionRelease {
  const all = rows.map((row) => ({ ...row, foundCount: null }));
  const found = all.filter(({ isCustomData }) => !isCustomData);
  return {
    layout: layoutOf(language, found),
    fields: Object.fromEntries(found.map((field) => [field.name, { ...field.relevance, searchable: isSearched(field) }])),
    relevantRate: collection.relevant_rate,
    forcesStopwords: collection.force_stopwords,
    lowersUnwanted: collection.lower_unwanted,
    putsInStockFirst: collection.in_stock_first === true,
    fusesMeaning: collection.fuses_meaning === true,
    learning: collection.learning ?? 'off',
    learnedTable: null,
    front: frontOf(all),
  };
}

const frontOf = (fields: readonly CollectionField[]): FrontSettings => ({
  nameField: fields.find(({ isFrontName }) => isFrontName)?.name ?? null,
  hidden: fields.filter(({ isArchived }) => isArchived).map(({ name }) => name),
  autocomplete: fields
    .filter((field) => field.isAutocomplete && !field.isCustomData && isSearched(field))
    .map(({ name }) => name),
  results: { autocomplete: usualResults, search: usualResults, catalog: usualResults },
  catalog: { pathField: pathFieldOf(fields), sorts: new Map() },
});

const pathFieldOf = (fields: readonly CollectionField[]): string | null =>
  fields.find(({ isPath, isFacet, isArchived, isCustomData }) => isPath && isFacet && !isArchived && !isCustomData)?.name ?? null;
