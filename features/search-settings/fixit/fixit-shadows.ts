import type { Rule, TraceEntry } from '#engine/pipeline.ts';
import { applyStage, emptyDraft, normaliseQuery } from '#engine/query-draft.ts';
import { EarlierPatterns, type FixitRow } from './earlier-patterns.ts';
import { patternedQuery, QueryPattern } from './query-pattern.rule.ts';

/** Of queries that visitors searched for, so many of the most frequent say whether a pattern is ever reached. */
export const judgingQueries = 1_000;

/** A pattern of queries that are written out between `^` and `$`, one or several. */
const wholeQueries = /^\^(?:([^\\^$.|?*+()[\]{}]+)|\((?:\?:)?([^\\^$.?*+()[\]{}]+)\))\$$/;

/** A query as replacing terms see it. */
const rewritten = (rules: readonly Rule[], text: string) =>
  applyStage({ ...emptyDraft, text: normaliseQuery(text) }, 'characters', rules);

/** What replaces a text as a query, if anything does. */
export const replacementOf = (rules: readonly Rule[], text: string): TraceEntry | undefined =>
  applyStage(rewritten(rules, text), 'fixit', rules).trace.find(({ step }) => step === 'fixit');

/** Tells of rows which other one catches all of their queries first: the number of that one. */
export class Shadows {
  readonly #rules: readonly Rule[];
  readonly #patterns: EarlierPatterns;
  /** Queries of visitors that something catches, by whose number that is. */
  readonly #caught = new Map<number, string[]>();

  /** The rows are those that act, and the rules theirs. */
  constructor(rules: readonly Rule[], rows: readonly FixitRow[]) {
    this.#rules = rules;
    this.#patterns = new EarlierPatterns(rows);
  }

  /** Notes who catches a query that visitors searched for. */
  note(query: string): void {
    const id = replacementOf(this.#rules, query)?.ruleId;
    if (id === undefined) return;
    const known = this.#caught.get(id);
    if (known) known.push(query);
    else this.#caught.set(id, [query]);
  }

  /** Which other row catches the queries of this one; null where none does, or nobody knows. */
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

  /** A pattern is judged by what visitors search for: all queries that it fits are caught by others. */
  #overPattern({ id, term }: FixitRow): number | null {
    if (this.#caught.has(id)) return null;
    const pattern = new QueryPattern(term);
    let most: { readonly id: number; readonly count: number } | null = null;
    for (const [other, queries] of this.#caught) {
      const count = queries.filter((query) => pattern.isIn(patternedQuery(rewritten(this.#rules, query).text))).length;
      if (count > (most?.count ?? 0)) most = { id: other, count };
    }
    return most?.id ?? null;
  }
}
