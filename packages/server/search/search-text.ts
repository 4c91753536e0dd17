/** Texts folded to lower case without diacritics, so that lists can be searched and sorted as people expect on every database. */
export const searchText = (texts: readonly string[]): string =>
  texts.join('\n').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
