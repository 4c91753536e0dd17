import letters from './folding-table.json' with { type: 'json' };

/**
 * What people type for letters and signs that Unicode doesn't decompose: the text to type, then the small letters it stands for.
 * Sources: the table of Lucene's ASCIIFoldingFilter; the Unicode names of Latin and Cyrillic letters (`x with stroke` is x); the forms
 * of the apostrophe. The sign of multiplication is an x, as sizes are typed. The Cyrillic short i stands for itself: it is a letter of
 * its own, not an i with an accent.
 */
const lettersByText: Readonly<Record<string, string>> = letters;

/** By letter: what to type for it. */
export const foldingTable: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersByText).flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text] as const)),
);
