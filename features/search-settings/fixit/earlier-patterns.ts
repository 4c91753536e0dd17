import type { FixitRule } from './fixit.contract.ts';
import { QueryPattern } from './query-pattern.rule.ts';
import { foldCase } from './required-texts.rule.ts';

export type FixitRow = Pick<FixitRule, 'term' | 'is_regexp'> & { readonly id: number };

/** Whether a pattern asks where in a query it stands, so that what it is found in may stand in another query without it. */
const asksWhere = /[\^$]|\\[AbBzZ]/;

/** The same for patterns that differ in case and diacritics alone. What follows `\` keeps its case, by which it says what it means. */
const writtenAlike = (term: string): string =>
  term
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\\.|./gsu, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));

/** Letters that are as many in either case; others can't be told from what a pattern requires. */
const hasPlainCase = (text: string): boolean =>
  Array.from(text).every((letter) => foldCase(letter).toLowerCase() === letter.toLowerCase());

/** Tells of patterns which earlier one is found in all that they are found in, as far as that can be read off them. */
export class EarlierPatterns {
  /** In the order in which they act. */
  readonly #all: readonly { readonly id: number; readonly alike: string; readonly found: QueryPattern | null }[];

  constructor(rows: readonly FixitRow[]) {
    this.#all = rows
      .filter(({ is_regexp: isPattern }) => isPattern)
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, term }) => ({ id, alike: writtenAlike(term), found: asksWhere.test(term) ? null : new QueryPattern(term) }));
  }

  over({ id, term }: FixitRow): number | null {
    const earlier = this.#all.filter((one) => one.id < id);
    const alike = writtenAlike(term);
    const twin = earlier.find((one) => one.alike === alike);
    if (twin) return twin.id;
    const required = hasPlainCase(term) ? new QueryPattern(term).required : null;
    const over = required?.map((text) => earlier.find(({ found }) => found?.isIn({ plain: text, folded: text }))?.id);
    return over?.every((one) => one !== undefined) ? (over[0] ?? null) : null;
  }
}
