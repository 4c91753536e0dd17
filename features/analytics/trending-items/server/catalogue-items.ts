import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { shownItem } from '#server/search/preview.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';

export interface ItemName {
  readonly collectionId: number;
  readonly itemId: string;
}

interface CatalogueItem {
  readonly item: Readonly<Record<string, unknown>> & { readonly id: string };
  /** Null while search is down. */
  readonly is_there: boolean | null;
}

/** Current fields; only the id of deleted items. */
export async function catalogueItems(
  app: App,
  project: ProjectScope,
  names: readonly ItemName[],
): Promise<(collectionId: number, itemId: string) => CatalogueItem> {
  const live = new Set(Object.keys((await app.releases.live(project)).relevance).map(Number));
  const collections = [...Map.groupBy(names, ({ collectionId }) => collectionId)];
  const found = await Promise.all(
    collections.map(async ([collectionId, wanted]) => {
      if (!live.has(collectionId)) return [collectionId, new Map()] as const;
      const ids = wanted.map(({ itemId }) => itemId);
      const items = await unlessSearchDown(inCollection(app, project, collectionId, (search) => search.items(ids)));
      return [collectionId, items && new Map(items.map((item) => [item.id, shownItem(item)]))] as const;
    }),
  );
  const byCollection = new Map(found);
  return (collectionId, itemId) => {
    const items = byCollection.get(collectionId);
    const item = items?.get(itemId);
    return { item: item ?? { id: itemId }, is_there: items === null ? null : item !== undefined };
  };
}
