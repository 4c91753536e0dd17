import type { ProposedSynonym } from './proposed-synonyms.contract.ts';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** By keys of queries: `learnedKey`. */
export interface FoundSynonym extends Omit<ProposedSynonym, 'id'> {
  readonly termKey: string;
  readonly synonymKey: string;
}

type Content = Omit<ProposedSynonym, 'id'>;
const nothing: Content = { term: '', synonym: '', synonym_type_id: 1, visitors: 0, items: 0 };

export const keyOf = ({ termKey, synonymKey }: Pick<FoundSynonym, 'termKey' | 'synonymKey'>): string =>
  `${termKey}\n${synonymKey}`;

export const proposedSynonymStore = (db: Database) => ({
  /** Dismissed ones stay dismissed. */
  async replace({ id, collectionId }: CollectionScope, found: readonly FoundSynonym[]): Promise<void> {
    const keys = new Set(found.map(keyOf));
    const gone = (await this.all({ id })).filter(
      (one) => one.collectionId === collectionId && !one.isDismissed && !keys.has(keyOf(one)),
    );
    for (const some of inParts(gone.map((one) => one.id)))
      await db.deleteFrom('proposed_synonym').where('project_id', '=', id).where('id', 'in', some).execute();
    for (const some of inParts(found))
      await db
        .insertInto('proposed_synonym')
        .values(
          some.map(({ termKey, synonymKey, ...content }) => ({
            project_id: id,
            collection_id: collectionId,
            term_key: termKey,
            synonym_key: synonymKey,
            content: JSON.stringify(content satisfies Content),
            state: 'proposed',
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['collection_id', 'term_key', 'synonym_key'])
            .doUpdateSet((eb) => ({ content: eb.ref('excluded.content') })),
        )
        .execute();
  },

  /** Also dismissed ones. */
  async all({ id }: ProjectScope) {
    const rows = await db.selectFrom('proposed_synonym').selectAll().where('project_id', '=', id).orderBy('id').execute();
    return rows.map(({ id: rowId, collection_id: collectionId, term_key: termKey, synonym_key: synonymKey, content, state }) => ({
      ...jsonOf<Content>(content, nothing, 'proposed_synonym.content', rowId),
      id: Number(rowId),
      collectionId: Number(collectionId),
      termKey,
      synonymKey,
      isDismissed: state === 'dismissed',
    }));
  },

  async dismiss({ id }: ProjectScope, rowId: number, isUndo: boolean): Promise<number> {
    const changed = db
      .updateTable('proposed_synonym')
      .set({ state: isUndo ? 'proposed' : 'dismissed' })
      .where('project_id', '=', id)
      .where('id', '=', rowId);
    return Number((await changed.executeTakeFirst()).numUpdatedRows);
  },
});
