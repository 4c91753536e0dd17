import type { Item } from '#contract/item.ts';
import type { CollectionSearch } from './project-search.ts';
import { plainRequest } from './search-request.ts';

/** Rules that could keep an item from being found by its own name. */
const leftOutStages = new Set(['fixit', 'curations']);

/** At most `limit` items of the whole catalogue: the one whose id was typed, then what a search without those rules finds. */
export async function catalogueItems(search: CollectionSearch, typed: string, limit: number): Promise<Item[]> {
  const query = typed.trim();
  const byId = query === '' ? [] : await search.items([query]);
  const rules = search.rules.filter(({ stage }) => !leftOutStages.has(stage));
  const { hits } = await search.find(plainRequest(query, limit), { rules });
  const found = hits.map(({ item }) => item).filter(({ id }) => id !== query);
  return [...byId, ...found].slice(0, limit);
}
