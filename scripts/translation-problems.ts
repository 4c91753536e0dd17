import { type ConsoleLanguage, consoleLanguages } from '#contract/texts/languages.ts';

/** An English sentence; with `count` it has plural forms. */
export interface Sentence {
  readonly text: string;
  readonly isPlural: boolean;
}

export interface SentencesInSource {
  readonly sentences: readonly Sentence[];
  /** Calls with a computed text, which can't be translated. */
  readonly unreadable: readonly string[];
}

/** Whole lines only: `/*` also occurs in texts such as `accept="image/*"`. */
const comment = /^\s*(?:\{?\/\*.*?\*\/\}?|\/\/[^\n]*)/gms;
const countValue = /(?<![.\w])count\b/;

/** Finds `t('…')`, `t(isNew ? '…' : '…')`, `msg('…')` and `i18nKey="…"` in the text of a TypeScript file. */
export function sentencesIn(sourceWithComments: string): SentencesInSource {
  const source = sourceWithComments.replaceAll(comment, '');
  const sentences: Sentence[] = [];
  const unreadable: string[] = [];
  for (const { index, 0: opening } of source.matchAll(/(?<![\w.$])(?:t|msg)\(/g)) {
    const call = readCall(source, index + opening.length);
    const isPlural = countValue.test(call.otherArguments);
    for (const text of call.texts) sentences.push({ text, isPlural });
    if (call.isComposed) unreadable.push(source.slice(index, index + 60));
  }
  for (const [, text] of source.matchAll(/\bi18nKey="([^"]+)"/g))
    if (text !== undefined) sentences.push({ text, isPlural: false });
  return { sentences, unreadable };
}

interface Call {
  readonly texts: readonly string[];
  readonly otherArguments: string;
  readonly isComposed: boolean;
}

const stringOrBracket = /(['"`])((?:\\.|(?!\1)[^\\])*)\1|[()[\]{},]/gsy;

function readCall(source: string, start: number): Call {
  const texts: string[] = [];
  let [depth, position, firstEnd, isComposed] = [1, start, -1, false];
  while (depth > 0 && position < source.length) {
    stringOrBracket.lastIndex = position;
    const match = stringOrBracket.exec(source);
    if (match === null) {
      position += 1;
      continue;
    }
    const [token, quote, body] = match;
    if (quote === undefined) depth += '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0;
    if (token === ',' && depth === 1 && firstEnd < 0) firstEnd = position;
    if (quote !== undefined && depth === 1 && firstEnd < 0 && !isCompared(source, start, position)) {
      if (isComposedText(source, position, stringOrBracket.lastIndex, token)) isComposed = true;
      else texts.push(unescaped(body ?? ''));
    }
    position = stringOrBracket.lastIndex;
  }
  return { texts, otherArguments: firstEnd < 0 ? '' : source.slice(firstEnd, position), isComposed };
}

/** In `t(kind === 'new' ? …)` the first text is a comparison. */
const isCompared = (source: string, start: number, position: number): boolean =>
  /[!=]==?\s*$/.test(source.slice(start, position));

const isComposedText = (source: string, start: number, end: number, token: string): boolean =>
  (token.startsWith('`') && token.includes('${')) || /^\s*\+/.test(source.slice(end)) || /\+\s*$/.test(source.slice(0, start));

const unescaped = (body: string): string =>
  body
    .replaceAll(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/gs, (_escape, character: string) => (character === 'n' ? '\n' : character));

export type Locale = Readonly<Record<string, string>>;

/** The forms of `Intl.PluralRules`; `ch` is Chinese and `jp` Japanese. */
const pluralForms = {
  en: ['one', 'other'],
  cs: ['one', 'few', 'many', 'other'],
  ch: ['other'],
  es: ['one', 'many', 'other'],
  jp: ['other'],
  de: ['one', 'other'],
  fr: ['one', 'many', 'other'],
} as const satisfies Record<ConsoleLanguage, readonly string[]>;
const plural = /_(?:zero|one|two|few|many|other)$/;

/** English sentences are the keys, so `en` needs its plural forms only. */
export function translationProblems(sentences: readonly Sentence[], locales: Readonly<Record<string, Locale>>): string[] {
  const plurals = new Set(sentences.filter(({ isPlural }) => isPlural).map(({ text }) => text));
  const singles = new Set(sentences.filter(({ isPlural }) => !isPlural).map(({ text }) => text));
  return [
    ...consoleLanguages.flatMap((language) => {
      const wanted = [...(language === 'en' ? [] : singles), ...formsOf(plurals, language)];
      return missing(wanted, locales[language] ?? {}, language);
    }),
    ...Object.entries(locales).flatMap(([language, locale]) => [
      ...unused(locale, singles, plurals, language),
      ...otherPlaceholders(locale, language),
    ]),
    ...breakableSpaces(locales['cs'] ?? {}),
  ];
}

const formsOf = (texts: ReadonlySet<string>, language: ConsoleLanguage): string[] =>
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
