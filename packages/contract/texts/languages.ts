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

/** `ch` and `jp` are no language tags. */
export const consoleLanguages = ['en', 'cs', 'ch', 'es', 'jp', 'de', 'fr'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** Complete translations. */
export const textLanguages = ['en', 'cs'] as const;
export type TextLanguage = (typeof textLanguages)[number];

const isTextLanguage = (code: string | undefined): code is TextLanguage => textLanguages.some((language) => language === code);

/** From an `Accept-Language` header; English by default. */
export function acceptedLanguage(header: string | undefined): TextLanguage {
  const asked = (header ?? '').split(',').map((range) => /^\s*([a-z]+)/i.exec(range)?.[1]?.toLowerCase());
  return asked.find(isTextLanguage) ?? 'en';
}
