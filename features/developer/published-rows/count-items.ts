/** How many items an answer to a shop has, those of all its collections together. null in one that isn't of items. */
export function countItems(json: string): number | null {
  const answer = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const { collections, items, item } = answer;
  if (Array.isArray(collections)) return (collections as unknown[]).reduce<number>((sum, one) => sum + itemsIn(one), 0);
  if (Array.isArray(items)) return items.length;
  return item === undefined ? null : 1;
}

const itemsIn = (part: unknown): number =>
  typeof part === 'object' && part !== null && 'items' in part && Array.isArray(part.items) ? part.items.length : 0;
