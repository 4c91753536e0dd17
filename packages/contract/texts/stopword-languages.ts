/** Languages that have a set of stopwords, by ISO 639-1 code. */
export const stopwordLanguages = ['bg', 'cs', 'da', 'nl', 'en', 'fr', 'de', 'hu', 'it', 'es'] as const;
export type StopwordLanguage = (typeof stopwordLanguages)[number];
