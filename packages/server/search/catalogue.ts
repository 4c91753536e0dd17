import type { Item } from '#contract/item.ts';
import type { CollectionSearch } from './project-search.ts';
import { plainRequest } from './search-request.ts';

/** They could hide an item from a search for its own name. */
const skippedStages = new Set(['fixit', 'curations']);

/** The item whose id was typed comes first. */
export async function catalogueItems(search: CollectionSearch, typed: string, limit: number): Promise<Item[]> {
  const query = typed.trim();
  const byId = query === '' ? [] : await search.items([query]);
  const rules = search.rules.filter(({ stage }) => !skippedStages.has(stage));
  const { hits } = await search.find(plainRequest(query, limit), { rules });
  const found = hits.map(({ item }) => item).filter(({ id }) => id !== query);
  return [...byId, ...found].slice(0, limit);
}
