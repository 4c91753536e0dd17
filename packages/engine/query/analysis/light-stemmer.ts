import * as snowball from 'multilingual-stemmer';
import rules from './light-rules.json' with { type: 'json' };

/** How folded forms of a word meet in one stem. Data of each language name their source. */
interface Rules {
  readonly source: string;
  /** Letters that are written in several ways: pattern and replacement, applied first. */
  readonly spelling?: readonly (readonly string[])[];
  /** `shch:щ zh:ж`: other letters for the same sound or sign, after the spelling. */
  readonly letters?: string;
  /** `knife knives;shelf shelves`: whole words that have the stem of the first. */
  readonly families?: string;
  /** A Snowball stemmer that works on folded words. */
  readonly snowball?: string;
  /** One ending of each is taken off, the longest first, if so many letters are left. */
  readonly endings?: readonly Readonly<Record<string, string>>[];
  /** Until none is left. */
  readonly repeats?: boolean;
  /** Stems that the changes would spoil. */
  readonly words?: Readonly<Record<string, string>>;
  /** Vowels that come and go, and consonants that change places at the end: pattern and replacement. */
  readonly changes?: readonly (readonly string[])[];
}

type Change = (word: string) => string;

const changeBy = (replacements: readonly (readonly string[])[] = []): Change => {
  const patterns = replacements.map(([pattern = '', by = '']) => [new RegExp(pattern, 'gu'), by] as const);
  return (word) => patterns.reduce((changed, [pattern, by]) => changed.replace(pattern, by), word);
};

function withoutEnding(byLeft: Readonly<Record<string, string>>): Change {
  const leastLeft = new Map(
    Object.entries(byLeft).flatMap(([left, endings]) => endings.split(' ').map((ending) => [ending, Number(left)] as const)),
  );
  const longest = Math.max(...Array.from(leastLeft.keys(), (ending) => ending.length));
  return (word) => {
    for (let length = Math.min(longest, word.length - 1); length > 0; length--) {
      const left = leastLeft.get(word.slice(-length));
      if (left !== undefined && word.length >= length + left) return word.slice(0, -length);
    }
    return word;
  };
}

function untilSame(change: Change): Change {
  return (word) => {
    let [before, after] = [word, change(word)];
    while (after !== before) [before, after] = [after, change(after)];
    return after;
  };
}

function inLetters(letters: string): Change {
  const byLetters = new Map(letters.split(' ').map((pair) => pair.split(':') as [string, string]));
  const longestFirst = [...byLetters.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.join('|'), 'gu');
  return (word) => word.replace(pattern, (found) => byLetters.get(found) ?? found);
}

const snowballStemmers = snowball as unknown as Readonly<Record<string, Change | undefined>>;

function stemmerBy({
  spelling,
  letters,
  families = '',
  snowball: name,
  endings = [],
  repeats,
  words = {},
  changes,
}: Rules): Change {
  const spelled = changeBy(spelling);
  const lettered = letters === undefined ? null : inLetters(letters);
  const changed = changeBy(changes);
  const firstOf = new Map(
    families.split(';').flatMap((family) => {
      const [first = '', ...others] = family.split(' ');
      return others.map((other) => [other, first] as const);
    }),
  );
  const steps = endings.map(withoutEnding);
  const published = name === undefined ? undefined : snowballStemmers[name];
  const once: Change = (word) => steps.reduce((stem, step) => step(stem), published?.(word) ?? word);
  // Published stems of forms may themselves look like forms.
  const step: Change = steps.length > 0 ? once : (word) => changed(once(word));
  const ended = repeats === true ? untilSame(step) : once;
  const kept = new Map(Object.entries(words));
  return (word) => {
    const read = spelled(firstOf.get(word) ?? word);
    const stem = ended(lettered === null ? read : lettered(read));
    return kept.get(stem) ?? changed(stem);
  };
}

const languages: Readonly<Record<string, Rules>> = rules;
/** Languages that share the rules of another one. */
const sameRules: Readonly<Record<string, string>> = { no: 'da', hr: 'sr', bs: 'sr', sl: 'sr' };

export function lightStemmer(language: string): Change | undefined {
  const code = Object.hasOwn(sameRules, language) ? sameRules[language]! : language;
  return Object.hasOwn(languages, code) ? stemmerBy(languages[code]!) : undefined;
}
