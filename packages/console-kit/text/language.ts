import { type ConsoleLanguage, consoleLanguages } from '#contract/text-language.ts';

/** The languages the console is offered in, each by its own name. */
export const languageNames = {
  en: 'English',
  cs: 'Čeština',
  ch: '中文',
  es: 'Español',
  jp: '日本語',
  de: 'Deutsch',
  fr: 'Français',
} as const satisfies Record<ConsoleLanguage, string>;
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
