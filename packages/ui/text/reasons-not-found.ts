import { msg } from './i18n.ts';

export const reasonTexts = {
  tooFewWords: msg('It has too few of the words.'),
  excludedWord: msg('It has an excluded word.'),
  filtered: msg('The filters leave it out.'),
  hidden: msg('A rule hides it for this query.'),
} as const;
