import type { Filter } from '#engine/plan.ts';
import { inSession } from '#engine/search-session.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection, unlessSearchDown } from '#server-kit/project-search.ts';

/** The standard field of stock, and what it says of what can't be bought. */
const stockField = 'availability';
const soldOut: readonly Filter[] = [{ field: stockField, anyOf: ['out_of_stock'] }];
const itemsAtOnce = 5_000;

export function soldOutItems(app: App, project: ProjectScope) {
  /** Whether a collection's items can be told apart by their stock. False for a collection that is gone. */
  async function isStockKnown(collectionId: number): Promise<boolean> {
    if ((await app.releases.live(project)).relevance[collectionId] === undefined) return false;
    const layout = await inSession(app.engine, engineCollection(collectionId), async (session) => session.layout);
    return layout?.fields.some(({ name, facet }) => name === stockField && facet) ?? false;
  }

  return {
    /** Whether the stock of any collection is known. False while search is down. */
    async areKnown(): Promise<boolean> {
      const collections = Object.keys((await app.releases.live(project)).relevance).map(Number);
      const known = await unlessSearchDown(Promise.all(collections.map(isStockKnown)));
      return known?.includes(true) ?? false;
    },

    /** Throws `SearchDownError`. */
    async of(collectionId: number): Promise<readonly string[]> {
      if (!(await isStockKnown(collectionId))) return [];
      const ids: string[] = [];
      for (let totalCount = Infinity; ids.length < totalCount;) {
        const asked = { from: ids.length, size: itemsAtOnce, filters: soldOut, sort: [] };
        const page = await app.engine.documents(engineCollection(collectionId), asked);
        ids.push(...page.items.map(({ id }) => id));
        totalCount = page.items.length === 0 ? ids.length : page.totalCount;
      }
      return ids;
    },
  };
}
