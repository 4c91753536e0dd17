import type { Rule, TraceEntry } from '#engine/pipeline.ts';
import { applyStage, emptyDraft, normaliseQuery } from '#engine/query-draft.ts';
import { EarlierPatterns, type FixitRow } from './earlier-patterns.ts';
import { patternedQuery, QueryPattern } from './query-pattern.rule.ts';

/** Whether a pattern is ever reached is judged by this many of the most frequent queries of visitors. */
export const judgingQueries = 1_000;

/** A pattern that lists one or several whole queries between `^` and `$`. */
const wholeQueries = /^\^(?:([^\\^$.|?*+()[\]{}]+)|\((?:\?:)?([^\\^$.?*+()[\]{}]+)\))\$$/;

const rewritten = (rules: readonly Rule[], text: string) =>
  applyStage({ ...emptyDraft, text: normaliseQuery(text) }, 'characters', rules);

export const replacementOf = (rules: readonly Rule[], text: string): TraceEntry | undefined =>
  applyStage(rewritten(rules, text), 'fixit', rules).trace.find(({ step }) => step === 'fixit');

/** Finds, for a row, the id of another one that catches all its queries first. */
export class Shadows {
  readonly #rules: readonly Rule[];
  readonly #patterns: EarlierPatterns;
  readonly #caught = new Map<number, string[]>();

  constructor(rules: readonly Rule[], rows: readonly FixitRow[]) {
    this.#rules = rules;
    this.#patterns = new EarlierPatterns(rows);
  }

  note(query: string): void {
    const id = replacementOf(this.#rules, query)?.ruleId;
    if (id === undefined) return;
    const known = this.#caught.get(id);
    if (known) known.push(query);
    else this.#caught.set(id, [query]);
  }

  /** The row that catches the queries of this one first; null if there is none, or if it can't be known. */
  over(row: FixitRow): number | null {
    if (!row.is_regexp) return this.#overQuery(row.id, row.term);
    const [, one, several] = wholeQueries.exec(row.term) ?? [];
    const queries = several?.split('|') ?? (one === undefined ? [] : [one]);
    const over = queries.map((query) => this.#overQuery(row.id, query));
    if (over.length > 0) return over.includes(null) ? null : (over[0] ?? null);
    return this.#patterns.over(row) ?? this.#overPattern(row);
  }

  #overQuery(id: number, query: string): number | null {
    const first = replacementOf(this.#rules, query)?.ruleId;
    return first === undefined || first === id ? null : first;
  }

  /** Judges a pattern by the queries of visitors: other rows catch all of those that it matches. */
  #overPattern({ id, term }: FixitRow): number | null {
    if (this.#caught.size === 0 || this.#caught.has(id)) return null;
    const pattern = new QueryPattern(term);
    let most: { readonly id: number; readonly count: number } | null = null;
    for (const [other, queries] of this.#caught) {
      const count = queries.filter((query) => pattern.isIn(patternedQuery(rewritten(this.#rules, query).text))).length;
      if (count > (most?.count ?? 0)) most = { id: other, count };
    }
    return most?.id ?? null;
  }
}
