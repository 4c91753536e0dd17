import type { Insertable, Selectable } from 'kysely';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import type { ReleasedRow, ReleaseSource } from '#server/rules/releases/rule-source.ts';

export const learnedKind = 'learned';

/** `never`: somebody wants nothing to be learned. `forgotten`: its counts are dropped by the next night. */
export type LearnedState = 'learned' | 'never' | 'forgotten';

interface LearnedContent {
  readonly ids: readonly string[];
  /** Logarithms of the factors, by item. */
  readonly logs: readonly number[];
  readonly chosen: readonly number[];
  /** Looks at its list and choices from it, as they count today. */
  readonly searches: number;
  readonly choices: number;
}

export interface LearnedRow extends LearnedContent {
  readonly key: string;
  readonly query: string;
  /** Preferences of the collection, in the row whose key is empty. */
  readonly fields?: readonly StoredField[];
}

export interface StoredField {
  readonly field: string;
  readonly agreement: number;
  readonly lifts: readonly (readonly [word: string, lifts: readonly (readonly [value: string, log: number])[]])[];
}

const nothing: LearnedContent = { ids: [], logs: [], chosen: [], searches: 0, choices: 0 };

type Table = Selectable<Schema['learned_query']>;
export type KnownRow = LearnedRow & { readonly id: number; readonly state: LearnedState };

const rowOf = ({ id, query_key: key, query, content, state }: Table): KnownRow => ({
  id,
  key,
  query,
  state: state as LearnedState,
  ...(state === 'learned' ? jsonOf<Omit<LearnedRow, 'key' | 'query'>>(content, nothing, 'learned_query.content', id) : nothing),
});

const columnsOf = (
  project: ProjectScope,
  collectionId: number,
  { key, query, ...content }: LearnedRow,
): Insertable<Schema['learned_query']> => ({
  project_id: project.id,
  collection_id: collectionId,
  query_key: key,
  query,
  content: JSON.stringify(content),
  state: 'learned',
});

export const learnedStore = (db: Database) => {
  const rowsOf = ({ id, collectionId }: CollectionScope) =>
    db.selectFrom('learned_query').selectAll().where('project_id', '=', id).where('collection_id', '=', collectionId);

  async function setState({ id, collectionId }: CollectionScope, ids: readonly number[], state: LearnedState): Promise<number[]> {
    const changed: number[] = [];
    for (const some of inParts(ids)) {
      const rows = await db
        .updateTable('learned_query')
        .set({ state })
        .where('project_id', '=', id)
        .where('collection_id', '=', collectionId)
        .where('id', 'in', some)
        .returning('id')
        .execute();
      changed.push(...rows.map((row) => row.id));
    }
    return changed;
  }

  return {
    all: async (collection: CollectionScope): Promise<KnownRow[]> =>
      (await rowsOf(collection).orderBy('id').execute()).map(rowOf),
    never: async (collection: CollectionScope): Promise<KnownRow[]> =>
      (await rowsOf(collection).where('state', '=', 'never').execute()).map(rowOf),
    setState,

    /** Rows that somebody turned off stay as they are. */
    async put({ id, collectionId }: CollectionScope, rows: readonly LearnedRow[]): Promise<void> {
      for (const some of inParts(rows))
        await db
          .insertInto('learned_query')
          .values(some.map((row) => columnsOf({ id }, collectionId, row)))
          .onConflict((conflict) =>
            conflict
              .columns(['collection_id', 'query_key'])
              .doUpdateSet(({ ref }) => ({ query: ref('excluded.query'), content: ref('excluded.content') }))
              .where('learned_query.state', '=', 'learned'),
          )
          .returning('id')
          .execute();
    },

    async remove({ id }: ProjectScope, ids: readonly number[], state?: LearnedState): Promise<void> {
      for (const some of inParts(ids))
        await db
          .deleteFrom('learned_query')
          .where('project_id', '=', id)
          .where('id', 'in', some)
          .$if(state !== undefined, (rows) => rows.where('state', '=', state!))
          .returning('id')
          .execute();
    },
  };
};

export type ReleasedLearned = ReleasedRow & { readonly collection_id: number } & LearnedRow;

const releasedOf = (row: Table): ReleasedLearned => {
  const { id, state, ...content } = rowOf(row);
  return { id, collection_id: row.collection_id, ...(state === 'never' && { is_active: false }), ...content };
};

export const learnedSource: ReleaseSource<ReleasedLearned> = {
  key: learnedKind,
  goesLive: 'atOnce',
  table: 'learned_query',
  deletedWith: 'collection',
  nameOf: ({ query }) => query,
  store: (db) => {
    const rowsOf = (projectId: number) =>
      db
        .selectFrom('learned_query')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('state', '!=', 'forgotten')
        .orderBy('id');
    return {
      some: async (project, ids) => (await rowsOf(project.id).where('id', 'in', ids).execute()).map(releasedOf),
      following: async (project, after, limit) =>
        (await rowsOf(project.id).where('id', '>', after).limit(limit).execute()).map(releasedOf),
      async takenBy(project, wanted) {
        const ids = new Map(wanted.map(({ id, collection_id: c, key }) => [`${c} ${key}`, id]));
        const taken: { id: number; by: number }[] = [];
        for (const some of inParts(wanted)) {
          const keys = some.map(({ key }) => key);
          const rows = db.selectFrom('learned_query').select(['id', 'collection_id', 'query_key']);
          for (const row of await rows.where('project_id', '=', project.id).where('query_key', 'in', keys).execute()) {
            const id = ids.get(`${row.collection_id} ${row.query_key}`);
            if (id !== undefined && id !== row.id) taken.push({ id, by: row.id });
          }
        }
        return taken;
      },
      async put(project, rows) {
        const values = rows.map(({ id, collection_id: collectionId, is_active: isActive = true, ...row }) => ({
          ...columnsOf(project, collectionId, row),
          id,
          state: isActive ? 'learned' : 'never',
        }));
        for (const some of inParts(values))
          await db
            .insertInto('learned_query')
            .values(some)
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet(({ ref }) => ({
                query: ref('excluded.query'),
                content: ref('excluded.content'),
                state: ref('excluded.state'),
              })),
            )
            .returning('id')
            .execute();
      },
      removeAll: (project, ids) => learnedStore(db).remove(project, ids),
      // Another project has other visitors.
      copy: () => Promise.resolve(),
    };
  },
};
