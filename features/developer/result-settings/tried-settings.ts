import { isDeepStrictEqual } from 'node:util';
import { checkPanel, keptResults, savedPanel, savedResults, usualSettings } from './result-draft.ts';
import type { LayoutColumn, ResultSettingFields } from './result-fields.contract.ts';
import { panelKey, resultsKey } from './result-settings.store.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { Tried } from '#server-kit/releases/tried-rows.ts';

/** What is live with settings that nobody has saved. Throws what is wrong with them, each at its place. */
export async function triedSettings(
  db: Database,
  scope: CollectionScope,
  sent: ResultSettingFields,
  columns?: readonly LayoutColumn[],
): Promise<Tried> {
  const kept = await keptResults(db, scope, sent);
  const id = (await savedResults(db, scope, sent.kind))?.item.id;
  const row = { id: id ?? 0, collection_id: scope.collectionId, ...kept };
  const isUsual = isDeepStrictEqual(kept, usualSettings(sent.kind));
  const results: Tried = isUsual
    ? { without: id === undefined ? [] : [{ source: resultsKey, id }] }
    : { put: [{ source: resultsKey, row }] };
  if (columns === undefined) return results;
  await checkPanel(db, { id: scope.id }, columns);
  const panel = { id: (await savedPanel(db, scope))?.item.id ?? 0, columns };
  return { ...results, put: [...(results.put ?? []), { source: panelKey, row: panel }] };
}
