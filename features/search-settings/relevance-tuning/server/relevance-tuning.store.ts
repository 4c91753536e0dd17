import type { Learning } from '#contract/values/learning.ts';
import { sql } from 'kysely';
import type { FieldRelevance, RelevantRate } from '#engine/query/relevance.ts';
import type { Database } from '#server/db/schema.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';

export interface RelevanceSettings {
  readonly relevantRate: RelevantRate;
  readonly isInStockFirst: boolean;
  readonly isFused: boolean;
  readonly learning: Learning;
  readonly updatedAt: number;
  readonly updatedBy: string | null;
}

export const relevanceStore = (db: Database) => ({
  async settings({ id, collectionId }: CollectionScope): Promise<RelevanceSettings> {
    const updater = sql<
      string | null
    >`(select "user".name || ' ' || "user".surname from "user" where "user".id = relevance_updated_by)`;
    const row = await db
      .selectFrom('collection')
      .select([
        'relevant_rate',
        'in_stock_first',
        'fuses_meaning',
        'learning',
        'created_at',
        'relevance_updated_at',
        updater.as('updater'),
      ])
      .where('project_id', '=', id)
      .where('id', '=', collectionId)
      .executeTakeFirstOrThrow();
    return {
      relevantRate: row.relevant_rate as RelevantRate,
      isInStockFirst: row.in_stock_first === 1,
      isFused: row.fuses_meaning === 1,
      learning: row.learning as Learning,
      updatedAt: row.relevance_updated_at ?? row.created_at,
      updatedBy: row.updater?.trim() || null,
    };
  },

  async saveFields({ id }: CollectionScope, fields: readonly { readonly id: number; readonly relevance: FieldRelevance }[]) {
    for (const { id: fieldId, relevance } of fields)
      await db
        .updateTable('field')
        .set({ relevance: JSON.stringify(relevance) })
        .where('project_id', '=', id)
        .where('id', '=', fieldId)
        .returning('id')
        .execute();
  },

  async saveSettings(
    { id, collectionId }: CollectionScope,
    {
      relevantRate,
      isInStockFirst,
      isFused,
      learning,
      userId,
      at,
    }: Pick<RelevanceSettings, 'relevantRate' | 'isInStockFirst' | 'isFused' | 'learning'> & {
      readonly userId: number;
      readonly at: number;
    },
  ) {
    await db
      .updateTable('collection')
      .set({
        relevant_rate: relevantRate,
        in_stock_first: isInStockFirst ? 1 : 0,
        fuses_meaning: isFused ? 1 : 0,
        learning,
        relevance_updated_by: userId,
        relevance_updated_at: at,
      })
      .where('project_id', '=', id)
      .where('id', '=', collectionId)
      .returning('id')
      .execute();
  },
});
