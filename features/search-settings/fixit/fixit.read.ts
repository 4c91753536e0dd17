import { RE2JSSyntaxException } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';
import type { FixitRule } from './fixit.contract.ts';
import { compilePattern, PatternTooLong } from './fixit.rule.ts';
import { failField } from '#server-kit/fail.ts';

const betweenSlashes = /^\/(.+)\/$/s;

/** Of what was typed; the compiler says it with the flag that patterns are compiled with. */
const typedPart = (error: RE2JSSyntaxException): string => (error.getPattern() ?? '').replace(/^\(\?i\)/, '');

/** Takes the slashes off a pattern. Throws what is wrong with it, at its field. */
export function readFixit<Fixit extends FixitRule>(input: Fixit): Fixit {
  const [, pattern] = betweenSlashes.exec(input.term) ?? [];
  const fixit = pattern === undefined ? input : { ...input, term: pattern, is_regexp: true };
  if (!fixit.is_regexp) return fixit;
  try {
    compilePattern(fixit.term);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      throw failField('term', 'patternNotValid', { words: error.getDescription(), part: typedPart(error) });
    if (error instanceof PatternTooLong)
      throw failField('term', 'patternTooLong', { steps: error.steps, max: maximumPatternSteps });
    throw error;
  }
  return fixit;
}
