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
    ...withBefore('eho emu', 3),
    ...withBefore('ech ich emi iho ima imi imu ach ych yma ama ami ove ovi ymi', 2),
    ...withBefore('em im um am ym mi ou', 2),
    ...withBefore('a e i o u y', 2),
  ],
  possessive: ['ov', 'uv'],
};

const slovak: Endings = {
  cases: [
    ...withBefore('encami encoch encom', 3),
    ...withBefore('ieho iemu iach iami och ich ych eho emu iho imi imu ymi ach ami ovi ove ovia', 2),
    ...withBefore('iam iou ov em im om am ym mi ou ej ia ie iu ii', 2),
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

/** Words whose own last letters look like an ending (`systém, systému`): they keep them. */
const wholeWords = new Set(
  'dzem ekzem emblem extrem hrach krach krem kostym lem modem parfem prach problem rezim rozum salam strach system tandem zapach'.split(
    ' ',
  ),
);
const wholeEndings = /(?:gram|klam|znam)$/;

/** Young animals and what is declined like them: `kuře, kuřete, kuřata`. */
const young =
  /^(batol|devc|doup|dvojc|hous|hrib|jehn|kost|kot|kur|kuzl|mlad|poup|ptac|rajc|sel|sten|tel|zvir)(?:et(?:e|em|i)|at(?:a|ech|um|y)?|e)$/;

function withoutCase(word: string, endings: Endings): string {
  const isYoung = young.exec(word);
  if (isYoung !== null) return isYoung[1] ?? word;
  if (wholeWords.has(word) || wholeEndings.test(word)) return word;
  for (const [ending, before] of endings.cases) {
    if (word.length >= ending.length + before && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

function withoutPossessive(word: string, endings: Endings): string {
  if (word.length <= 4) return word;
  for (const ending of endings.possessive) if (word.endsWith(ending)) return word.slice(0, -ending.length);
  return word;
}

/** Undoes the consonant change before an ending (knize to knih, ruce to ruk) and the vowel that comes and goes (desek to desk). */
function normalised(word: string): string {
  let stem = vowelChanges[word] ?? word;
  if (stem.length > 3 && stem.endsWith('ec')) stem = `${stem.slice(0, -2)}k`;
  else if (stem.length > 3 && stem.endsWith('ct')) stem = `${stem.slice(0, -2)}ck`;
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

/** Vowels that come before the last consonant where no ending follows: `mačiek` of `mačka`, `topánok` of `topánka`. */
const slovakFleeting = /(?<=..)(?:ie(?=[bcdfghjklmnprstvz]$)|o(?=k$))/;

/** The stem of a folded Slovak word. */
export function stemSlovak(word: string): string {
  return stemWith(word.replace(slovakFleeting, ''), slovak);
}
