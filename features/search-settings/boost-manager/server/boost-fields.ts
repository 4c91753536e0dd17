import type { BoostedField } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export async function boostedFields(db: Database, scope: CollectionScope): Promise<BoostedField[]> {
  return (await collectionStore(db).indexedFields(scope, scope.collectionId)).map(boostedField);
}

const boostedField = ({ name, type, isFacet, isArchived, foundCount, relevance }: CollectionField): BoostedField => ({
  name,
  type,
  is_boostable: isFacet && relevance.boostable,
  is_archived: isArchived,
  found_count: foundCount,
});
