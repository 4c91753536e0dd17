import type { Analyser } from '#engine/analysis/analyser.ts';
import { fold } from '#engine/analysis/folding.ts';

/** Texts of an item's fields are looked through up to here. */
const lookedThrough = 500;

/** Words of the index have no diacritics; the items that they find say how they are written. */
export function inItsSpelling(
  analyser: Analyser,
  texts: readonly string[],
  items: readonly Readonly<Record<string, unknown>>[],
): string[] {
  const written = new Map<string, string>();
  for (const item of items)
    for (const value of Object.values(item)) {
      if (typeof value !== 'string') continue;
      const text = value.slice(0, lookedThrough);
      const [tokens, surfaces] = [analyser.tokens(text), analyser.surfaces(text)];
      tokens.forEach((token, at) => written.has(token) || written.set(token, surfaces[at]?.toLowerCase() ?? token));
    }
  return texts.map((text) =>
    text
      .split(' ')
      .map((word) => written.get(fold(word)) ?? word)
      .join(' '),
  );
}
