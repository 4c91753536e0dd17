import type { Sentence } from './translation-keys.ts';

export type Locale = Readonly<Record<string, string>>;

const pluralForms = { en: ['one', 'other'], cs: ['one', 'few', 'many', 'other'] } as const;
const plural = /_(?:zero|one|two|few|many|other)$/;

/** Czech and English must be complete; other languages may have gaps. */
export function translationProblems(sentences: readonly Sentence[], locales: Readonly<Record<string, Locale>>): string[] {
  const plurals = new Set(sentences.filter(({ isPlural }) => isPlural).map(({ text }) => text));
  const singles = new Set(sentences.filter(({ isPlural }) => !isPlural).map(({ text }) => text));
  const wanted = { cs: [...singles, ...formsOf(plurals, 'cs')], en: formsOf(plurals, 'en') };
  return [
    ...Object.entries(wanted).flatMap(([language, keys]) => missing(keys, locales[language] ?? {}, language)),
    ...Object.entries(locales).flatMap(([language, locale]) => [
      ...unused(locale, singles, plurals, language),
      ...otherPlaceholders(locale, language),
    ]),
    ...breakableSpaces(locales['cs'] ?? {}),
  ];
}

export function otherShares(
  sentences: readonly Sentence[],
  locales: Readonly<Record<string, Locale>>,
  told: Readonly<Record<string, number | undefined>>,
): string[] {
  const all = new Set(sentences.map(({ text }) => text));
  return Object.entries(locales)
    .filter(([language]) => !Object.hasOwn(pluralForms, language))
    .flatMap(([language, locale]) => {
      const translated = new Set(Object.keys(locale).map((key) => (all.has(key) ? key : key.replace(plural, ''))));
      const percent = Math.round((100 * translated.size) / all.size);
      return told[language] === percent ? [] : [`translatedPercent says ${told[language]} of ${language}, and it is ${percent}.`];
    });
}

const formsOf = (texts: ReadonlySet<string>, language: keyof typeof pluralForms): string[] =>
  [...texts].flatMap((text) => pluralForms[language].map((form) => `${text}_${form}`));

const missing = (keys: readonly string[], locale: Locale, language: string): string[] =>
  keys.filter((key) => !locale[key]).map((key) => `${language}.json has no "${key}".`);

const unused = (locale: Locale, singles: ReadonlySet<string>, plurals: ReadonlySet<string>, language: string): string[] =>
  Object.keys(locale)
    .filter((key) => !singles.has(key) && !(plural.test(key) && plurals.has(key.replace(plural, ''))))
    .map((key) => `${language}.json has "${key}", which nobody says.`);

/** The singular may omit the number: "one item". */
const otherPlaceholders = (locale: Locale, language: string): string[] =>
  Object.entries(locale)
    .filter(([key, text]) => {
      const [inKey, inText] = [placeholders(key), placeholders(text)];
      const mayLeaveOut = plural.test(key) ? new Set(['{count}']) : new Set<string>();
      return (
        [...inText].some((name) => !inKey.has(name)) || [...inKey].some((name) => !inText.has(name) && !mayLeaveOut.has(name))
      );
    })
    .map(([key]) => `${language}.json has other values in braces than "${key}".`);

const placeholders = (text: string): ReadonlySet<string> => new Set(text.match(/\{\w+\}/g));

/** Czech lines don't end with a preposition or conjunction of one letter. */
const afterOneLetter = /(?<![\p{L}\p{N}])[ksvzouai] /iu;
/** A number stays on the line of its unit. An `s` before a word is a preposition. */
const beforeUnit = /[\d}] (?:(?:ms|min|h|[kMGT]?B|%|Kč)(?![\p{L}\p{N}])|s(?![\p{L}\p{N}]|[ \u00A0]\p{L}))/u;

const breakableSpaces = (czech: Locale): string[] =>
  Object.entries(czech).flatMap(([key, text]) => {
    const [found] = afterOneLetter.exec(text) ?? beforeUnit.exec(text) ?? [];
    return found === undefined ? [] : [`cs.json needs U+00A0 for the space of "${found}" in "${key}".`];
  });
