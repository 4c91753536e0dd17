const wordsOfLetters = /[\p{L}\p{M}]+/gu;
/** Shorter words are mostly articles, prepositions and sizes. */
const minimumLetters = 4;

/** The word that most of the names have, of equals the first; undefined when no name has a word worth typing. */
export function commonWord(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) {
    const words = name.toLowerCase().match(wordsOfLetters) ?? [];
    for (const word of new Set(words)) if (word.length >= minimumLetters) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}
