import { findCatalogueItems } from './catalogue-items.contract.ts';
import type { App } from '#server-kit/app.ts';
import { shownItem } from '#server-kit/preview.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { plainRequest } from '#server-kit/search-request.ts';
import { serve } from '#server-kit/serve.ts';

/** Rules that could keep an item from being found by its own name. */
const leftOutStages = new Set(['fixit', 'curations']);

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
      const query = q.trim();
      const byId = query === '' ? [] : await search.items([query]);
      const rules = search.rules.filter(({ stage }) => !leftOutStages.has(stage));
      const request = plainRequest(query, limit);
      const { hits } = await search.find(request, { rules });
      const found = hits.map(({ item }) => item).filter(({ id }) => id !== query);
      return { items: [...byId, ...found].slice(0, limit).map(shownItem), unknown_ids: [] };
    }),
  );
}
