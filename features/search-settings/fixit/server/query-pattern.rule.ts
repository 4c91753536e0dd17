import { RE2JS } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';

export class PatternTooLong extends Error {
  override name = 'PatternTooLong';
  readonly steps: number;

  constructor(steps: number) {
    super(`The pattern has ${steps} steps.`);
    this.steps = steps;
  }
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** RE2 matches in linear time: letters of the query times steps of the pattern. Throws `RE2JSSyntaxException` and `PatternTooLong`. */
export function compilePattern(text: string): RE2JS {
  const pattern = RE2JS.compile(withoutMarks(text), RE2JS.CASE_INSENSITIVE);
  const steps = pattern.programSize();
  if (steps > maximumPatternSteps) throw new PatternTooLong(steps);
  return pattern;
}

/** A test for queries, without regard to case and diacritics. */
export function queryPattern(text: string): (query: string) => boolean {
  const pattern = compilePattern(text);
  return (query) => pattern.test(withoutMarks(query.trim()));
}
