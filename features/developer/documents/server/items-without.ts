import type { Item } from '#contract/item.ts';
import { maximumLookedThrough } from '#features/developer/documents/documents.contract.ts';
import type { App } from '#server/app/app.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { searchText } from '#server/db/row-scope.ts';

interface Asked {
  readonly from: number;
  readonly size: number;
  /** Part of an item's name or id; nothing for all. */
  readonly search: string;
}

/** An index does not list missing values, so this scans items, at most `maximumLookedThrough` of them. */
export async function itemsWithout(
  app: Pick<App, 'engine'>,
  collectionId: number,
  field: string,
  { from, size, search }: Asked,
): Promise<{ readonly items: readonly Item[]; readonly totalCount: number }> {
  const wanted = searchText([search]);
  const isMeant = ({ id, fields }: Item): boolean =>
    fields[field] === undefined && (wanted === '' || searchText([String(fields['name'] ?? ''), id]).includes(wanted));
  const found: Item[] = [];
  let totalCount = 0;
  let lookedThrough = 0;
  for (let after: string | null = null; lookedThrough < maximumLookedThrough;) {
    const { items, next } = await app.engine.itemPage(engineCollection(collectionId), after);
    lookedThrough += items.length;
    for (const item of items) {
      if (!isMeant(item)) continue;
      if (totalCount >= from && found.length < size) found.push(item);
      totalCount += 1;
    }
    if (next === null) break;
    after = next;
  }
  return { items: found, totalCount };
}
