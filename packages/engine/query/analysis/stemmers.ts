/**
 * Light stemmers for Czech and Slovak that work on folded text, so that words typed without diacritics meet those with them.
 * Source: L. Dolamic, J. Savoy, "Indexing and stemming approaches for the Czech language", Information Processing & Management 45
 * (2009), as implemented by Lucene's CzechStemmer; the endings are folded here, and the vowel change ů/o, which folding hides, is a
 * list of the short words that have it. Slovak endings follow the same scheme.
 */
interface Endings {
  readonly cases: ReadonlyMap<string, number>;
  readonly longest: number;
  readonly possessive: readonly string[];
}

function endingsOf(byBefore: Readonly<Record<number, string>>, possessive: readonly string[]): Endings {
  const cases = Object.entries(byBefore).flatMap(([before, endings]) =>
    endings.split(' ').map((ending) => [ending, Number(before)] as const),
  );
  return { cases: new Map(cases), longest: Math.max(...cases.map(([ending]) => ending.length)), possessive };
}

const czech = endingsOf(
  {
    2: 'ech ich emi iho ima imi imu ach ych yma ama ami ove ovi ymi em im um am ym mi ou a e i o u y',
    3: 'eho emu',
  },
  ['ov', 'uv'],
);

const slovak = endingsOf(
  {
    2: 'ieho iemu iach iami ovia och ich ych eho emu iho imi imu ymi ach ami ovi ove iam iou em im om am ym mi ou ej ia ie iu ii a e i o u y',
    3: 'encami encoch encom ov',
  },
  ['in'],
);

/** Stems whose ů stands only in the nominative (stůl, stolu): folded stem to folded stem. */
const vowelChanges: ReadonlyMap<string, string> = new Map([
  ['stul', 'stol'],
  ['nuz', 'noz'],
  ['vuz', 'voz'],
  ['dum', 'dom'],
  ['sul', 'sol'],
  ['kun', 'kon'],
  ['vul', 'vol'],
  ['dul', 'dol'],
  ['hul', 'hol'],
  ['puvod', 'povod'],
]);
const isVowel = (letter: string): boolean => 'aeiouy'.includes(letter);

/** Words whose own last letters look like an ending (`systém, systému`): they keep them. */
const wholeWords = new Set(
  'dzem ekzem emblem extrem hrach krach krem kostym lem modem parfem prach problem rezim rozum salam strach system tandem zapach'.split(
    ' ',
  ),
);
const wholeEndings = /(?:gram|klam|znam)$/;

const young =
  /^(batol|devc|doup|dvojc|hous|hrib|jehn|kost|kot|kur|kuzl|mlad|poup|ptac|rajc|sel|sten|tel|zvir)(?:et(?:e|em|i)|at(?:a|ech|um|y)?|e)$/;

function withoutCase(word: string, endings: Endings): string {
  const isYoung = young.exec(word);
  if (isYoung !== null) return isYoung[1] ?? word;
  if (wholeWords.has(word) || wholeEndings.test(word)) return word;
  for (let length = Math.min(endings.longest, word.length - 1); length > 0; length--) {
    const before = endings.cases.get(word.slice(-length));
    if (before !== undefined && word.length >= length + before) return word.slice(0, -length);
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
  let stem = vowelChanges.get(word) ?? word;
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

export function stemCzech(word: string): string {
  return stemWith(word, czech);
}

/** Vowels that come before the last consonant where no ending follows: `mačiek` of `mačka`, `topánok` of `topánka`. */
const slovakFleeting = /(?<=..)(?:ie(?=[bcdfghjklmnprstvz]$)|o(?=k$))/;

export function stemSlovak(word: string): string {
  return stemWith(word.replace(slovakFleeting, ''), slovak);
}

/**
 * A light stemmer for Bulgarian: takes off the article and the plural, and undoes the changes of letters that they bring.
 * Source: J. Savoy, "Searching strategies for the Bulgarian language", Information Retrieval 10 (2007).
 */
type Ending = readonly [ending: string, minLength: number, instead: string];

const articles: readonly Ending[] = [
  ['ият', 7, ''],
  ['ът', 5, ''],
  ['то', 6, ''],
  ['те', 6, ''],
  ['та', 6, ''],
  ['ия', 6, ''],
  ['ят', 5, ''],
];
const plurals: readonly Ending[] = [
  ['овци', 7, 'о'],
  ['ове', 6, ''],
  ['еве', 7, 'й'],
  ['ища', 6, ''],
  ['та', 6, ''],
  ['ци', 6, 'к'],
  ['зи', 6, 'г'],
];
const shortPlurals: readonly Ending[] = [
  ['си', 5, 'х'],
  ['и', 4, ''],
];
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
  // One letter for two that change places: бял and бели, прозорец and прозорци, -ник and -ница.
  stem = stem.replace(/я(?=[^аеиоуя]$)/, 'е').replace(/(?<=...)е?ц$/, 'к');
  if (stem.length > 4 && stem.endsWith('ен')) stem = `${stem.slice(0, -2)}н`;
  if (stem.length > 5 && stem.at(-2) === 'ъ') stem = stem.slice(0, -2) + stem.slice(-1);
  return stem;
}
