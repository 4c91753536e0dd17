import * as z from 'zod/mini';
import { problemsOf } from '#contract/problems.ts';
import { collectionSettings, collectionStore, settingsOf } from '#features/data/collections/server/collections.store.ts';
import { CollectionInFile } from '#features/owner/project-file/settings/settings-in-file.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { foundIn } from '#server/found-in.ts';
import type { FileKind } from '#server/rules/files/file-kind.ts';

const known = async (db: Database, scope: RowScope) => {
  const row = await collectionStore(db).find(scope, foundIn(scope.collectionId, 'collection'));
  const { id, ...columns } = foundIn(row, 'collection');
  return { id, settings: settingsOf(columns) };
};

export const collectionsKind: FileKind = {
  key: 'collections',
  isOfCollection: true,
  shape: 'one',
  schema: CollectionInFile,
  texts: [],
  async read(db, scope) {
    const { id, settings } = await known(db, scope);
    return [{ key: '', name: 'settings', values: { ...settings }, shown: { ...settings, id } }];
  },
  async write(db, scope, [values = {}]) {
    const { success, data, error } = z.safeParse(CollectionInFile, values);
    if (!success) return problemsOf(error, values).map((problem) => ({ ...problem, at: 0 }));
    const { id, settings } = await known(db, scope);
    if (collectionSettings.some((one) => (data[one] ?? settings[one]) !== settings[one]))
      await collectionStore(db).update(scope, id, data);
    return [];
  },
};
