import type { Selectable } from 'kysely';
import { inParts } from '#server/db/in-parts.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type EmbeddingRow = Selectable<Schema['embedding']>;
export type EmbeddingState = 'waiting' | 'running' | 'done' | 'failed';

export interface NewVector {
  readonly itemId: string;
  readonly textHash: string;
  /** Base64; empty for a refused text. */
  readonly vector: string;
}

const rowsAtOnce = 2_000;
/** Runs. */
const removalsKept = 20;

export const vectorStore = (db: Database) => ({
  /** null: not searched by meaning. */
  of: async (collectionId: number): Promise<EmbeddingRow | null> =>
    (await db.selectFrom('embedding').selectAll().where('collection_id', '=', collectionId).executeTakeFirst()) ?? null,

  collectionName: async (id: number): Promise<string | undefined> =>
    (await db.selectFrom('collection').select('name').where('id', '=', id).executeTakeFirst())?.name,

  ofProject: (projectId: number): Promise<EmbeddingRow[]> =>
    db.selectFrom('embedding').selectAll().where('project_id', '=', projectId).execute(),

  all: (): Promise<EmbeddingRow[]> => db.selectFrom('embedding').selectAll().execute(),

  async turnOn({ id, collectionId }: CollectionScope): Promise<void> {
    // A run that was cut off may have left some.
    await this.removeAll(collectionId);
    await db
      .insertInto('embedding')
      .values({
        project_id: id,
        collection_id: collectionId,
        model: '',
        dimensions: 0,
        run: 0,
        seen: '',
        state: 'waiting',
        failure: null,
        item_count: 0,
        embedded_count: 0,
        updated_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('collection_id').doNothing())
      .execute();
  },

  /** Without their row nothing reads the vectors. */
  async turnOff({ id, collectionId }: CollectionScope): Promise<void> {
    await db.deleteFrom('embedding').where('project_id', '=', id).where('collection_id', '=', collectionId).execute();
    await this.removeAll(collectionId);
  },

  async note(collectionId: number, change: Partial<Omit<EmbeddingRow, 'id' | 'project_id' | 'collection_id'>>): Promise<void> {
    const changed = { ...change, updated_at: Date.now() };
    await db.updateTable('embedding').set(changed).where('collection_id', '=', collectionId).execute();
  },

  async removeAll(collectionId: number): Promise<void> {
    for (;;) {
      const some = db.selectFrom('item_vector').select('id').where('collection_id', '=', collectionId).limit(rowsAtOnce);
      const { numDeletedRows } = await db.deleteFrom('item_vector').where('id', 'in', some).executeTakeFirst();
      if (numDeletedRows < rowsAtOnce) return;
    }
  },

  /** Other servers read of removals before their rows go. */
  async remove(collectionId: number, run: number, itemIds: readonly string[]): Promise<void> {
    const gone = { vector: '', text_hash: '', run };
    const rows = db.updateTable('item_vector').set(gone).where('collection_id', '=', collectionId);
    for (const part of inParts(itemIds)) await rows.where('item_id', 'in', part).execute();
    const old = db.deleteFrom('item_vector').where('collection_id', '=', collectionId).where('text_hash', '=', '');
    await old.where('run', '<', run - removalsKept).execute();
  },

  /** Hashes of texts by item id. */
  async hashes(collectionId: number): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    for (let after = 0; ;) {
      const rows = await db
        .selectFrom('item_vector')
        .select(['id', 'item_id', 'text_hash'])
        .where('collection_id', '=', collectionId)
        .where('text_hash', '!=', '')
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      for (const row of rows) hashes.set(row.item_id, row.text_hash);
      if (rows.length < rowsAtOnce) return hashes;
      after = rows.at(-1)!.id;
    }
  },

  async put({ id, collectionId }: CollectionScope, run: number, vectors: readonly NewVector[]): Promise<void> {
    const values = vectors.map(({ itemId, textHash, vector }) => {
      return { project_id: id, collection_id: collectionId, item_id: itemId, text_hash: textHash, vector, run };
    });
    await db
      .insertInto('item_vector')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['collection_id', 'item_id']).doUpdateSet(({ ref }) => ({
          text_hash: ref('excluded.text_hash'),
          vector: ref('excluded.vector'),
          run: ref('excluded.run'),
        })),
      )
      .execute();
  },

  /** Written after one run, until another one, in pages. */
  async *after(collectionId: number, run: number, until: number): AsyncGenerator<{ item_id: string; vector: string }[]> {
    for (let lastId = 0; ;) {
      const rows = await db
        .selectFrom('item_vector')
        .select(['id', 'item_id', 'vector'])
        .where('collection_id', '=', collectionId)
        .where('run', '>', run)
        .where('run', '<=', until)
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      yield rows;
      if (rows.length < rowsAtOnce) return;
      lastId = rows.at(-1)!.id;
    }
  },
});
