import type { Translate } from './i18n.ts';

/** Words for a place of a sentence that has quotes around it: each of them stands in quotes of its own then. */
export const quoted = (t: Translate, [first = '', ...others]: readonly string[]): string =>
  others.reduce((words, word) => t('{words}”, “{word}', { words, word }), first);
