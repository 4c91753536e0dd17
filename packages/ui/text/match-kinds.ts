import { msg } from './i18n.ts';

export const matchKindTexts: Readonly<Record<string, string>> = {
  exact: msg('found as typed'),
  stem: msg('found in one of its forms, by the stem {term}'),
  synonym: msg('found by a synonym or another spelling: {term}'),
  weak: msg('found by a weak synonym: {term}'),
  prefix: msg('found as the beginning of: {term}'),
  fuzzy: msg('found as the correction of a typo: {term}'),
};
