import { RE2JSSyntaxException } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { type FixitRule, patternIn } from '#features/search-settings/fixit/fixit.contract.ts';
import { compilePattern } from './fixit.rule.ts';
import { failField } from '#server/base/fail.ts';

/** A pattern that matches both matches everything. */
const unlikelyQueries = ['qzxjvk wyhgfp lmnbtr', '7'];

/** Without the flag we compile with. */
const typedPart = (error: RE2JSSyntaxException): string => (error.getPattern() ?? '').replace(/^\(\?i\)/, '');

/** Strips the slashes of a pattern. Throws a field error if it is invalid. */
export function readFixit<Fixit extends FixitRule>(input: Fixit): Fixit {
  const written = patternIn(input.term);
  const fixit = written === undefined ? input : { ...input, term: written, is_regexp: true };
  if (!fixit.is_regexp) return fixit;
  try {
    const pattern = compilePattern(fixit.term);
    const steps = pattern.programSize();
    if (steps > maximumPatternSteps) throw failField('term', 'patternTooLong', { steps, max: maximumPatternSteps });
    if (unlikelyQueries.every((query) => pattern.test(query))) throw failField('term', 'patternTooBroad');
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      throw failField('term', 'patternNotValid', { words: error.getDescription(), part: typedPart(error) || fixit.term });
    throw error;
  }
  return fixit;
}

export function refuseItself({ term, is_regexp: isPattern, catalog_term: to }: FixitRule): void {
  const [from, into] = [term, to].map((text) => normaliseQuery(text).trim());
  if (!isPattern && from === into) throw failField('catalog_term', 'nothingReplaced');
}
