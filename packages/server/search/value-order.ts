const collators = new Map<string, Intl.Collator>();

/** As people of a language order texts: 8 GB comes before 16 GB. */
export function compareTexts(language: string): (one: string, other: string) => number {
  let collator = collators.get(language);
  if (collator === undefined) {
    collator = collatorOf(language);
    collators.set(language, collator);
  }
  return collator.compare;
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    // Not every language of a project is one that texts are ordered by.
    return new Intl.Collator('en', { numeric: true });
  }
}
