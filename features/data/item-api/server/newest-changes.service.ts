import { itemChangeStore } from './item-changes.store.ts';
import type { NewestChange } from '#features/data/item-api/item-changes.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';

export async function newestChanges(
  app: App,
  project: ProjectScope,
  collectionId: number,
  ids: readonly string[],
): Promise<Map<string, NewestChange>> {
  const rows = await itemChangeStore(app.db).find(project, collectionId, ids);
  return new Map(
    rows.map((row) => [
      row.item_id,
      {
        kind: row.kind as NewestChange['kind'],
        by: row.changed_by as NewestChange['by'],
        person: [row.user_name, row.user_surname].filter(Boolean).join(' '),
        at: row.changed_at,
        before: jsonOf<Record<string, unknown>>(row.before, {}, 'own_item.before', row.id),
        after: jsonOf<Record<string, unknown>>(row.after, {}, 'own_item.after', row.id),
        generation: row.run,
      },
    ]),
  );
}
