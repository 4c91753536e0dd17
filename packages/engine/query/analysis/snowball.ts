import { danish, dutch, english, french, german, hungarian, italian, polish, spanish } from 'multilingual-stemmer';
import { fold } from './folding.ts';

/**
 * The stemmers of the Snowball project, which read words as they are written. A word typed without diacritics gets back those of its
 * ending, as far as the ending tells them, so that its stem is mostly that of the written word; how often is in docs/analysis.md.
 */
interface Snowball {
  readonly stem: (word: string) => string;
  /** The letters with diacritics that its stemmer knows. A word with others is folded first. */
  readonly letters: string;
  /** Endings that are hardly ever written without their diacritics. */
  readonly endings: string;
}

const languages: Readonly<Record<string, Snowball>> = {
  da: { stem: danish, letters: 'æøå', endings: '' },
  de: { stem: german, letters: 'äöüß', endings: '' },
  en: { stem: english, letters: '', endings: '' },
  es: { stem: spanish, letters: 'áéíñóúü', endings: 'arán ción ería ían íamos irán ndió ogía tía tió' },
  fr: { stem: french, letters: 'àâæçéèêëîïôœùûüÿ', endings: 'ée ées ère èrent ïsme ité ités' },
  hu: {
    stem: hungarian,
    letters: 'áéíóöőúüű',
    endings:
      'ának ára ért etők hatók iót ják ján ját jék jét ként lót ná nál nám nél ném ó óan óba óban óból óhoz ól ónak óra óval ően őket őben őből őnek ősek ssák tották',
  },
  it: { stem: italian, letters: 'àèéìíòóùú', endings: 'ità' },
  nl: { stem: dutch, letters: 'áéèëêíïóöúü', endings: '' },
  pl: { stem: polish, letters: 'ąćęłńóśźż', endings: 'ów' },
};

function withDiacritics(word: string, endings: ReadonlyMap<string, string>, longest: number): string {
  for (let length = Math.min(longest, word.length - 1); length > 0; length--) {
    const written = endings.get(word.slice(-length));
    if (written !== undefined) return word.slice(0, -length) + written;
  }
  return word;
}

/** Makes the folded stem of a word in small letters, given with and without diacritics; undefined for a language that Snowball doesn't serve here. */
export function snowballStemmer(language: string): ((word: string, folded: string) => string) | undefined {
  const snowball = Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (snowball === undefined) return undefined;
  const { stem, letters } = snowball;
  const written = new RegExp(`^[a-z'${letters}]+$`);
  const endings = new Map(snowball.endings.split(' ').map((ending) => [fold(ending), ending]));
  const longest = Math.max(...[...endings.keys()].map((ending) => ending.length));
  return (word, folded) => {
    const isWritten = word !== folded && written.test(word);
    return fold(stem(isWritten ? word : withDiacritics(folded, endings, longest)));
  };
}
