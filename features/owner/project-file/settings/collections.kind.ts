import * as z from 'zod/mini';
import { problemsOf } from '#contract/problems.ts';
import type { CollectionInput } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { CollectionInFile } from './settings-in-file.ts';
import type { RowScope } from '#server-kit/db/row-scope.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { foundIn } from '#server-kit/found-in.ts';
import type { FileKind } from '#server-kit/project-file/file-kind.ts';

const known = async (db: Database, scope: RowScope) => {
  const row = await collectionStore(db).find(scope, foundIn(scope.collectionId, 'collection'));
  const { id, name, relevant_rate, force_stopwords } = foundIn(row, 'collection');
  const settings = { relevant_rate: relevant_rate as CollectionInput['relevant_rate'], force_stopwords: force_stopwords === 1 };
  return { id, name, settings };
};

/** What is set for a collection as a whole. */
export const collectionsKind: FileKind = {
  key: 'collections',
  isOfCollection: true,
  shape: 'one',
  schema: CollectionInFile,
  texts: [],
  async read(db, scope) {
    const { id, settings } = await known(db, scope);
    return [{ key: '', name: 'settings', values: settings, shown: { ...settings, id } }];
  },
  async write(db, scope, [values = {}]) {
    const { success, data, error } = z.safeParse(CollectionInFile, values);
    if (!success) return problemsOf(error).map((problem) => ({ ...problem, at: 0 }));
    const { id, name, settings } = await known(db, scope);
    const { relevant_rate = settings.relevant_rate, force_stopwords = settings.force_stopwords } = data;
    if (relevant_rate !== settings.relevant_rate || force_stopwords !== settings.force_stopwords)
      await collectionStore(db).update(scope, id, { name, relevant_rate, force_stopwords });
    return [];
  },
};
