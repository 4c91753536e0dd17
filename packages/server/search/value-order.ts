const collators = new Map<string, Intl.Collator>();

/** Natural order: 8 GB before 16 GB. */
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
    // `Intl` doesn't know every language of a project.
    return new Intl.Collator('en', { numeric: true });
  }
}
