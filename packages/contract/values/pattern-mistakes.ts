/** Messages of RE2, for translation. */
export const patternMistakes = [
  'invalid character class range',
  'invalid escape sequence',
  'invalid named capture',
  'invalid or unsupported Perl syntax',
  'invalid nested repetition operator',
  'invalid repeat count',
  'missing closing ]',
  'missing closing )',
  'missing argument to repetition operator',
  'trailing backslash at end of expression',
  'duplicate capture group name',
  'unexpected )',
  'expression nests too deeply',
] as const;
export type PatternMistake = (typeof patternMistakes)[number];

export const isPatternMistake = (words: unknown): words is PatternMistake => patternMistakes.some((known) => known === words);
