/** The languages that the console is offered in. Two of the codes aren't language tags. */
export const consoleLanguages = ['en', 'cs', 'ch', 'es', 'jp', 'de', 'fr'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** The languages that every text of Aisle is complete in. */
export const textLanguages = ['en', 'cs'] as const;
export type TextLanguage = (typeof textLanguages)[number];

const isTextLanguage = (code: string | undefined): code is TextLanguage => textLanguages.some((language) => language === code);

/** The first language of an `Accept-Language` header that texts are complete in; English where it names none. */
export function acceptedLanguage(header: string | undefined): TextLanguage {
  const asked = (header ?? '').split(',').map((range) => /^\s*([a-z]+)/i.exec(range)?.[1]?.toLowerCase());
  return asked.find(isTextLanguage) ?? 'en';
}
