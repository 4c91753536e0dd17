/** How people write what they don't want, by language. The next word is meant. */
const negations: Readonly<Record<string, RegExp>> = {
  bg: /^без$/,
  cs: /^(bez|beze)$/,
  da: /^uden$/,
  de: /^ohne$/,
  en: /^(without|w\/o)$/,
  es: /^sin$/,
  fr: /^sans$/,
  it: /^senza$/,
  nl: /^zonder$/,
  pl: /^(bez|beze)$/,
  sk: /^(bez|bezo)$/,
};
/** How items say that they do without something, by language: `~` stands for it. */
const denials: Readonly<Record<string, readonly string[]>> = {
  en: ['without ~', 'no ~', 'non ~', '~ free', 'w o ~', 'without any ~', 'without the ~'],
};
const articles: Readonly<Record<string, RegExp>> = {
  de: /^(den|das|die|dem|der|ein|eine|einen)$/,
  en: /^(a|an|any|the)$/,
  es: /^(el|la|los|las|un|una)$/,
  fr: /^(le|la|les|un|une|des)$/,
  it: /^(il|lo|la|i|gli|le|un|una)$/,
  nl: /^(de|het|een)$/,
};
/** `-red`; the minus of `-20` and of `wi-fi` is none. */
const minus = /^[-−](?=\p{L})/u;

export interface Negation {
  readonly word: string;
  readonly before: string;
}

export function splitNegations(
  text: string,
  language: string,
): { readonly wanted: string; readonly negations: readonly Negation[] } {
  const kept: string[] = [];
  const found: Negation[] = [];
  const words = text.split(' ');
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (minus.test(word)) {
      found.push({ word: word.replace(minus, ''), before: '' });
      continue;
    }
    const next = negations[language]?.test(word) === true ? nextWord(words, at + 1, language) : -1;
    if (next < 0) {
      kept.push(word);
      continue;
    }
    found.push({ word: words[next]!, before: word });
    at = next;
  }
  return { wanted: kept.join(' '), negations: found };
}

export function denialsOf(before: string, word: string, language: string): string[][] {
  const forms = new Set([`${before} ~`, ...(denials[language] ?? [])]);
  return [...forms].map((form) => form.replace('~', word).split(' '));
}

function nextWord(words: readonly string[], from: number, language: string): number {
  let at = from;
  while (at < words.length && articles[language]?.test(words[at]!) === true) at += 1;
  return at < words.length && words[at] !== '' ? at : -1;
}
