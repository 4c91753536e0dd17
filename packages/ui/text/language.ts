import { type ConsoleLanguage, consoleLanguages } from '#contract/texts/text-language.ts';

export const languageNames = {
  en: 'English',
  cs: 'Čeština',
  ch: '中文',
  es: 'Español',
  jp: '日本語',
  de: 'Deutsch',
  fr: 'Français',
} as const satisfies Record<ConsoleLanguage, string>;
/** What of the console is translated, in percent, where that isn't all of it; the check of translations compares it with the locales. */
export const translatedPercent: Partial<Record<ConsoleLanguage, number>> = { ch: 3, es: 3, jp: 3, de: 3, fr: 3 };

/** The name of a language as it is offered: `Deutsch · 12 %` where a part of the console is in English still. */
export function offeredLanguage(language: ConsoleLanguage): string {
  const percent = translatedPercent[language];
  return percent === undefined ? languageNames[language] : `${languageNames[language]} · ${percent} %`;
}
export type Language = ConsoleLanguage;
export const languageCodes = consoleLanguages;

/** Two of the codes aren't language tags: `Intl` would silently take them for English. */
const tags: Partial<Record<Language, string>> = { ch: 'zh-CN', jp: 'ja' };

/** What `Intl`, plural rules and `<html lang>` call the language. */
export const languageTag = (language: Language): string => tags[language] ?? language;

export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(languageNames, code);

/** A stored choice wins. Otherwise Czech for browsers whose language starts with cs, English for all others. */
export function chooseLanguage(storedChoice: string | null, browserLanguage: string): Language {
  if (isLanguage(storedChoice)) return storedChoice;
  return browserLanguage.toLowerCase().startsWith('cs') ? 'cs' : 'en';
}
