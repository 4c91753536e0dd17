import type { SearchEngine } from '#engine/port.ts';

/** The typed text with its last word completed to words of the index, most frequent first. */
export async function completeWords(
  engine: SearchEngine,
  collection: string,
  typed: string,
  limit: number,
): Promise<{ text: string; item_count: number }[]> {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed.trimStart().toLowerCase()) ?? [];
  if (last === '') return [];
  const terms = await engine.terms(collection, last, limit);
  return terms.map(({ term, itemCount }) => ({ text: before + term, item_count: itemCount }));
}
