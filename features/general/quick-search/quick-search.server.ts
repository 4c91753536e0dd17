import { findItems, quickSearchItems, readItem } from './quick-search.contract.ts';
import type { App } from '#server/app/app.ts';
import { catalogueItems, inCollection } from '#server/search/project-search.ts';
import { fail } from '#server/base/fail.ts';
import { shownItem } from '#server/search/preview.ts';
import { serve } from '#server/app/serve.ts';

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
