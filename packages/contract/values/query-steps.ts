export const queryStepNames = [
  'typed',
  'normalised',
  'characters',
  'fixit',
  'negation',
  'folded',
  'split',
  'stopwords',
  'joined',
  'synonyms',
  'stemmed',
] as const;
export type QueryStepName = (typeof queryStepNames)[number];
