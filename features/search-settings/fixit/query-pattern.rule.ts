import { RE2JS } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';
import { foldCase, requiredTexts } from './required-texts.rule.ts';

/** More steps than a pattern may have. */
export class PatternTooLong extends Error {
  override name = 'PatternTooLong';
  readonly steps: number;

  constructor(steps: number) {
    super(`The pattern has ${steps} steps.`);
    this.steps = steps;
  }
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** A query as patterns are looked for in it. */
export function patternedQuery(typed: string) {
  const plain = withoutMarks(typed.trim());
  return { plain, folded: foldCase(plain) };
}

/**
 * Compiles an expression of RE2, whose engine goes through a text once: time grows with the letters of the query times the steps of the
 * pattern, whatever both are (Cox, Regular Expression Matching Can Be Simple And Fast). Throws `RE2JSSyntaxException` and `PatternTooLong`.
 */
export function compilePattern(text: string): RE2JS {
  const pattern = RE2JS.compile(withoutMarks(text), RE2JS.CASE_INSENSITIVE);
  const steps = pattern.programSize();
  if (steps > maximumPatternSteps) throw new PatternTooLong(steps);
  return pattern;
}

/**
 * A pattern of a row. Most queries have none of the texts that a pattern requires, and looking for those takes a tenth of the time of
 * looking for the pattern (decision 059).
 */
export class QueryPattern {
  readonly #pattern: RE2JS;
  /** Texts of which whatever it is found in has one, with their case folded; null where nobody knows. */
  readonly required: readonly string[] | null;

  constructor(text: string) {
    this.#pattern = compilePattern(text);
    this.required = requiredTexts(withoutMarks(text));
  }

  isIn({ plain, folded }: ReturnType<typeof patternedQuery>): boolean {
    const isPossible = this.required === null || this.required.some((text) => folded.includes(text));
    return isPossible && this.#pattern.test(plain);
  }
}
