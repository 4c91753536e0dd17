import { type ConsoleLanguage, consoleLanguages } from '#contract/texts/languages.ts';

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

/** Not valid tags: `Intl` would fall back to English. */
const tags: Partial<Record<Language, string>> = { ch: 'zh-CN', jp: 'ja' };

export const languageTag = (language: Language): string => tags[language] ?? language;

export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(languageNames, code);

/** Czech for Czech browsers, else English. */
export function chooseLanguage(storedChoice: string | null, browserLanguage: string): Language {
  if (isLanguage(storedChoice)) return storedChoice;
  return browserLanguage.toLowerCase().startsWith('cs') ? 'cs' : 'en';
}
