import { type ConsoleLanguage, consoleLanguages, isConsoleLanguage } from '#contract/texts/languages.ts';

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

/** Czech for Czech browsers, else English. */
export function chooseLanguage(storedChoice: string | null, browserLanguage: string): Language {
  if (isConsoleLanguage(storedChoice)) return storedChoice;
  return browserLanguage.toLowerCase().startsWith('cs') ? 'cs' : 'en';
}
