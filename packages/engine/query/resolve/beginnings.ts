/**
 * Beginnings of terms of which the word is a misspelt one: a letter is missing, added, replaced or swapped with the next; `null` is any
 * letter. The first letter is right, or the second one.
 */
export function typedBeginnings(word: string): (string | null)[][] {
  const letters: (string | null)[] = Array.from(word);
  return letters.flatMap((letter, at): (string | null)[][] => [
    ...(at > 0 ? [letters.toSpliced(at, 1), letters.with(at, null), letters.toSpliced(at, 0, null)] : []),
    ...(at + 1 < letters.length ? [letters.with(at, letters[at + 1]!).with(at + 1, letter)] : []),
  ]);
}
