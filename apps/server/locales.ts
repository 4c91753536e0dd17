import { readFileSync } from 'node:fs';
import { type TextLanguage, textLanguages } from '#contract/text-language.ts';
import { type Translations, translations } from '#server-kit/translations.ts';

const sentencesOf = (language: TextLanguage): Record<string, string> =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`#console/locales/${language}.json`)), 'utf8')) as Record<string, string>;

/** The console's own translations, for texts that leave the server by mail or as files. */
export const readTranslations = (): Translations =>
  translations(
    Object.fromEntries(textLanguages.map((language) => [language, sentencesOf(language)])) as Record<
      TextLanguage,
      Record<string, string>
    >,
  );
