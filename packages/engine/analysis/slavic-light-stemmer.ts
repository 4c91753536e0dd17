/**
 * Light stemmers for Czech and Slovak that work on folded text, so that words typed without diacritics meet those with them.
 * Source: L. Dolamic, J. Savoy, "Indexing and stemming approaches for the Czech language", Information Processing & Management 45
 * (2009), as implemented by Lucene's CzechStemmer; the endings are folded here, and the vowel change ů/o, which folding hides, is a
 * list of the short words that have it. Slovak endings follow the same scheme.
 */
interface Endings {
  /** From the longest ending down; the number is how many letters must stand before the ending. */
  readonly cases: readonly (readonly [ending: string, before: number])[];
  readonly possessive: readonly string[];
}

const withBefore = (endings: string, before: number): [string, number][] => endings.split(' ').map((ending) => [ending, before]);

const czech: Endings = {
  cases: [
    ...withBefore('atech', 3),
    ...withBefore('etem atum', 3),
    ...withBefore('ech ich eho emi emu ete eti iho imi imu ach ata aty ych ama ami ove ovi ymi', 2),
    ...withBefore('em es im um at am os us ym mi ou', 2),
    ...withBefore('a e i o u y', 2),
  ],
  possessive: ['ov', 'in', 'uv'],
};

const slovak: Endings = {
  cases: [
    ...withBefore('encami atami', 3),
    ...withBefore('atom atach', 3),
    ...withBefore('och ich eho emi emu ete eti iho imi imu ach ata aty ych ami ovi ymi iam iou iach ove ovia', 2),
    ...withBefore('em es im om am os us ym mi ou ej ia iu ie', 2),
    ...withBefore('a e i o u y', 2),
  ],
  possessive: ['ov', 'in'],
};

/** Stems whose ů stands only in the nominative (stůl, stolu): folded stem to folded stem. */
const vowelChanges: Readonly<Record<string, string>> = {
  stul: 'stol',
  nuz: 'noz',
  vuz: 'voz',
  dum: 'dom',
  sul: 'sol',
  kun: 'kon',
  vul: 'vol',
  dul: 'dol',
  hul: 'hol',
  puvod: 'povod',
};
const isVowel = (letter: string): boolean => 'aeiouy'.includes(letter);

function withoutCase(word: string, endings: Endings): string {
  for (const [ending, before] of endings.cases) {
    if (word.length >= ending.length + before && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

function withoutPossessive(word: string, endings: Endings): string {
  if (word.length <= 5) return word;
  for (const ending of endings.possessive) if (word.endsWith(ending)) return word.slice(0, -ending.length);
  return word;
}

/** Undoes the consonant change before an ending (knize to knih, ruce to ruk) and the vowel that comes and goes (desek to desk). */
function normalised(word: string): string {
  let stem = vowelChanges[word] ?? word;
  if (stem.length > 3 && stem.endsWith('ct')) stem = `${stem.slice(0, -2)}ck`;
  else if (stem.endsWith('c')) stem = `${stem.slice(0, -1)}k`;
  else if (stem.endsWith('z')) stem = `${stem.slice(0, -1)}h`;
  else {
    const isFleeting = stem.length > 1 && stem.at(-2) === 'e' && !isVowel(stem.at(-1) ?? '');
    if (isFleeting && stem.length > 2) stem = stem.slice(0, -2) + stem.slice(-1);
  }
  return stem;
}

function stemWith(word: string, endings: Endings): string {
  if (word.length < 3) return word;
  return normalised(withoutPossessive(withoutCase(word, endings), endings));
}

/** The stem of a folded Czech word. */
export function stemCzech(word: string): string {
  return stemWith(word, czech);
}

/** The stem of a folded Slovak word. */
export function stemSlovak(word: string): string {
  return stemWith(word, slovak);
}
