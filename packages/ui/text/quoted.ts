import type { Translate } from './i18n.ts';

/** Joins words inside a sentence's own quotes. */
export const quoted = (t: Translate, [first = '', ...others]: readonly string[]): string =>
  others.reduce((words, word) => t('{words}”, “{word}', { words, word }), first);
