import type { SearchedTerm } from '#features/front-api/searched-terms/server/searched-terms.store.ts';
import type { Database } from '#server/db/schema.ts';

interface Searched extends SearchedTerm {
  readonly projectId: number;
  readonly collectionId: number;
  readonly day: string;
  /** ISO 639-1. */
  readonly language?: string;
}

/** Has visitors have searched for terms, so often as is said. */
export async function addSearched(db: Database, searched: readonly Searched[]): Promise<void> {
  const rows = searched.map(({ projectId, collectionId, day, term, searchCount, itemCount, language = 'en' }) => ({
    day,
    term,
    language,
    project_id: projectId,
    collection_id: collectionId,
    result_object: 'search',
    search_count: searchCount,
    unfound_count: itemCount === 0 ? searchCount : 0,
    click_count: 0,
    item_count: itemCount,
    last_at: null,
  }));
  await db.insertInto('searched_term').values(rows).execute();
}
