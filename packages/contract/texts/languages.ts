/** By ISO 639-1 code, with their own names. */
export const languages = {
  cs: 'Čeština',
  sk: 'Slovenčina',
  de: 'Deutsch',
  pl: 'Polski',
  hu: 'Magyar',
  en: 'English',
  ro: 'Română',
  sl: 'Slovenščina',
  hr: 'Hrvatski',
  bg: 'Български',
  it: 'Italiano',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  nl: 'Nederlands',
  da: 'Dansk',
  sv: 'Svenska',
  no: 'Norsk',
  fi: 'Suomi',
  et: 'Eesti',
  lv: 'Latviešu',
  lt: 'Lietuvių',
  el: 'Ελληνικά',
  uk: 'Українська',
  ru: 'Русский',
  sr: 'Српски',
  bs: 'Bosanski',
  mk: 'Македонски',
  sq: 'Shqip',
  tr: 'Türkçe',
  is: 'Íslenska',
  ga: 'Gaeilge',
  mt: 'Malti',
  ca: 'Català',
  ar: 'العربية',
  he: 'עברית',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
  vi: 'Tiếng Việt',
  th: 'ไทย',
  ms: 'Bahasa Melayu',
} as const;
export type LanguageCode = keyof typeof languages;
export const languageCodes = Object.keys(languages) as [LanguageCode, ...LanguageCode[]];

/** By ISO 639-1 code. */
export const stopwordLanguages = ['bg', 'cs', 'da', 'nl', 'en', 'fr', 'de', 'hu', 'it', 'es'] as const;
export type StopwordLanguage = (typeof stopwordLanguages)[number];

/** Languages of the console and of mails. `ch` and `jp` are the specification's words for Chinese and Japanese. */
export const consoleLanguages = ['en', 'cs', 'ch', 'es', 'jp', 'de', 'fr'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

const tags: Partial<Record<ConsoleLanguage, string>> = { ch: 'zh-CN', jp: 'ja' };
const byTag: Readonly<Record<string, ConsoleLanguage>> = { zh: 'ch', ja: 'jp' };

/** `Intl` would fall back to English for `ch` and `jp`. */
export const languageTag = (language: ConsoleLanguage): string => tags[language] ?? language;

export const isConsoleLanguage = (code: unknown): code is ConsoleLanguage =>
  consoleLanguages.some((language) => language === code);

/** Reads an `Accept-Language` header, a language tag or a stored choice; English by default. */
export function acceptedLanguage(asked: string | undefined): ConsoleLanguage {
  const codes = (asked ?? '').split(',').map((range) => /^\s*([a-z]+)/i.exec(range)?.[1]?.toLowerCase() ?? '');
  return codes.map((code) => byTag[code] ?? code).find(isConsoleLanguage) ?? 'en';
}
