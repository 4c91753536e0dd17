import { findItems, quickSearchItems, readItem } from './quick-search.contract.ts';
import type { App } from '#server-kit/app.ts';
import { catalogueItems } from '#server-kit/search/catalogue.ts';
import { fail } from '#server-kit/fail.ts';
import { shownItem } from '#server-kit/search/preview.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

/** What shops show of an item besides. Everything else is for developers. */
const detailFields = ['description', 'url', 'product_code', 'ean', 'price_before'] as const;

export function serveQuickSearch(app: App): void {
  serve(app, findItems, ({ c, q }, { project }) =>
    inCollection(app, project, c, async (search) => (await catalogueItems(search, q, quickSearchItems)).map(shownItem)),
  );

  serve(app, readItem, ({ c, id }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const [item] = await search.items([id]);
      if (!item) throw fail('notFound', { name: 'item' });
      const details = Object.fromEntries(
        detailFields.flatMap((name) => (name in item.fields ? [[name, item.fields[name]]] : [])),
      );
      return { ...details, ...shownItem(item) };
    }),
  );
}
