import type { Dependent } from '#features/data/collections/collections.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

const toldCurations = 10;

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
        .limit(toldCurations)
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
