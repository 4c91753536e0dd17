import type { FixitRule } from '#features/search-settings/fixit/fixit.contract.ts';
import { QueryPattern, withoutMarks } from './query-pattern.rule.ts';
import { foldCase, requiredTexts } from './required-texts.rule.ts';

export type FixitRow = Pick<FixitRule, 'term' | 'is_regexp'> & { readonly id: number };

/** Whether a pattern is anchored, so that a longer query that contains a match need not match itself. */
const asksWhere = /[\^$]|\\[AbBzZ]/;

/** Equal for patterns that differ only in case and diacritics. Escapes keep their case, as `\d` and `\D` differ. */
const writtenAlike = (term: string): string =>
  withoutMarks(term).replaceAll(/\\.|./gsu, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));

/** Whether folding the case keeps the length of each letter; otherwise required texts can't be compared with the pattern. */
const hasPlainCase = (text: string): boolean =>
  Array.from(text).every((letter) => foldCase(letter).toLowerCase() === letter.toLowerCase());

/** Finds, for a pattern, an earlier one that matches every query it matches, as far as that follows from the patterns themselves. */
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
    const required = hasPlainCase(term) ? requiredTexts(withoutMarks(term)) : null;
    const over = required?.map((text) => earlier.find(({ found }) => found?.isIn({ plain: text, folded: text }))?.id);
    return over?.every((one) => one !== undefined) ? (over[0] ?? null) : null;
  }
}
