import { eld } from 'eld/small';
import { type LanguageCode, languages } from '#contract/texts/languages.ts';

const maxCharsOfText = 300;
const maxChars = 20_000;
const leastLetters = 80;
/** Codes, sizes and abbreviations are the same in every language. */
const saysNothing = /\S*\d\S*|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu;

/** Null when unclear or unsupported. Norwegian and Danish, or Serbian and Croatian, need some sentences. */
export function languageOf(texts: readonly string[]): LanguageCode | null {
  const together = texts
    .map((text) => text.slice(0, maxCharsOfText).replaceAll(saysNothing, ' '))
    .join('\n')
    .slice(0, maxChars);
  if ((together.match(/\p{L}/gu)?.length ?? 0) < leastLetters) return null;
  const { language } = eld.detect(together);
  return Object.hasOwn(languages, language) ? (language as LanguageCode) : null;
}
