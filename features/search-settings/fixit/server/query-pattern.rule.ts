import { RE2JS } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';
import { foldCase, requiredTexts, shortestRequired } from './required-texts.rule.ts';

/** More steps than a pattern may have. */
export class PatternTooLong extends Error {
  override name = 'PatternTooLong';
  readonly steps: number;

  constructor(steps: number) {
    super(`The pattern has ${steps} steps.`);
    this.steps = steps;
  }
}

export const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

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

/** Most queries have no text that a pattern requires; looking for those takes a tenth of the time (decision 059). */
export class QueryPattern {
  readonly #pattern: RE2JS;
  /** Every match contains one of these texts, in folded case; null if that isn't known. */
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

/** Finds the first of many patterns that matches, trying only those of which a required text is in the query. */
export class QueryPatterns<One extends { readonly pattern: QueryPattern | null }> {
  readonly #all: readonly One[];
  /** Required texts by their first letters, with the places of their patterns. */
  readonly #byBeginning = new Map<string, { readonly text: string; readonly place: number }[]>();
  readonly #always: readonly number[];

  /** In the order in which they act. */
  constructor(all: readonly One[]) {
    this.#all = all;
    this.#always = all.flatMap(({ pattern }, place) => (pattern?.required === null ? [place] : []));
    for (const [place, { pattern }] of all.entries())
      for (const text of pattern?.required ?? []) {
        const beginning = text.slice(0, shortestRequired);
        const others = this.#byBeginning.get(beginning);
        if (others === undefined) this.#byBeginning.set(beginning, [{ text, place }]);
        else others.push({ text, place });
      }
  }

  /** The first pattern that matches what was typed. */
  firstIn(typed: string): One | undefined {
    if (this.#all.length === 0) return undefined;
    const query = patternedQuery(typed);
    const places = [...this.#always];
    for (let start = 0; start + shortestRequired <= query.folded.length; start += 1)
      for (const { text, place } of this.#byBeginning.get(query.folded.slice(start, start + shortestRequired)) ?? [])
        if (query.folded.startsWith(text, start)) places.push(place);
    const found = places.sort((one, other) => one - other).find((place) => this.#all[place]?.pattern?.isIn(query));
    return found === undefined ? undefined : this.#all[found];
  }
}
