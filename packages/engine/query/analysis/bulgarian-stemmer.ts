/**
 * A light stemmer for Bulgarian: takes off the article and the plural, and undoes the changes of letters that they bring.
 * Source: J. Savoy, "Searching strategies for the Bulgarian language", Information Retrieval 10 (2007).
 */
type Ending = readonly [ending: string, minLength: number, instead: string];

/** From the longest ending down: what to look for, how long a word must be to have it, what stands there without it. */
const articles: readonly Ending[] = [
  ['ият', 7, ''],
  ['ът', 6, ''],
  ['то', 6, ''],
  ['те', 6, ''],
  ['та', 6, ''],
  ['ия', 6, ''],
  ['ят', 5, ''],
];
const plurals: readonly Ending[] = [
  ['овци', 7, 'о'],
  ['ове', 7, ''],
  ['еве', 7, 'й'],
  ['ища', 6, ''],
  ['та', 6, ''],
  ['ци', 6, 'к'],
  ['зи', 6, 'г'],
];
const shortPlurals: readonly Ending[] = [
  ['си', 5, 'х'],
  ['и', 5, ''],
];
/** The vowel changes before the ending: промени, промяна. */
const changedVowel = /е(.)и$/;

function without(word: string, endings: readonly Ending[]): string {
  for (const [ending, minLength, instead] of endings)
    if (word.length >= minLength && word.endsWith(ending)) return word.slice(0, -ending.length) + instead;
  return word;
}

function withoutPlural(word: string): string {
  const singular = without(word, plurals);
  if (singular !== word) return singular;
  if (word.length > 5 && changedVowel.test(word)) return word.replace(changedVowel, 'я$1');
  return without(word, shortPlurals);
}

export function stemBulgarian(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  let stem = withoutPlural(without(word, articles));
  if (stem.length > 3 && stem.endsWith('я')) stem = stem.slice(0, -1);
  if (stem.length > 3 && /[аое]$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 4 && stem.endsWith('ен')) stem = `${stem.slice(0, -2)}н`;
  if (stem.length > 5 && stem.at(-2) === 'ъ') stem = stem.slice(0, -2) + stem.slice(-1);
  return stem;
}
