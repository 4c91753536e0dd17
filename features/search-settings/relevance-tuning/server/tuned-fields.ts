import { isSearched } from '#features/data/collections/server/collection-fields.service.ts';
import { collectionStore, type StoredField } from '#features/data/collections/server/collections.store.ts';
import { relevanceFrom } from './field-tuning.ts';
import type { FieldInput } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, foundIn } from '#server/base/fail.ts';

/** Items have it besides their fields; it is never indexed as text. */
const idField = 'id';

/** The fields of a collection that can be tuned, as they are saved. */
export const savedFields = async (db: Database, { id, collectionId }: CollectionScope): Promise<StoredField[]> =>
  (await collectionStore(db).storedFields({ id }, collectionId)).filter(({ name }) => name !== idField);

/** The fields with the new settings. Throws `notFound` for a field of another collection, and `nothingSearched`. */
export function tunedFields(saved: readonly StoredField[], sent: readonly FieldInput[]): StoredField[] {
  const byId = new Map(sent.map((field) => [field.id, field]));
  for (const id of byId.keys())
    foundIn(
      saved.find((field) => field.id === id),
      'field',
    );
  const tuned = saved.map((field) => {
    const own = byId.get(field.id);
    return own === undefined ? field : { ...field, relevance: relevanceFrom(own, field.relevance) };
  });
  if (!tuned.some((field) => isSearched(field) && field.relevance.weight > 0)) throw fail('nothingSearched');
  return tuned;
}
