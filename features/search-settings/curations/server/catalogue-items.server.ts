import { findCatalogueItems } from '#features/search-settings/curations/catalogue-items.contract.ts';
import type { App } from '#server/app/app.ts';
import { catalogueItems } from '#server/search/catalogue.ts';
import { shownItem } from '#server/search/preview.ts';
import { inCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

export function serveCatalogueItems(app: App): void {
  serve(app, findCatalogueItems, ({ c, q, ids, limit }, { project }) =>
    inCollection(app, project, c, async (search) => {
      if (ids.length > 0) {
        const wanted = [...new Set(ids)];
        const known = new Map((await search.items(wanted)).map((item) => [item.id, item]));
        return {
          items: wanted.flatMap((id) => known.get(id) ?? []).map(shownItem),
          unknown_ids: wanted.filter((id) => !known.has(id)),
        };
      }
      return { items: (await catalogueItems(search, q, limit)).map(shownItem), unknown_ids: [] };
    }),
  );
}
