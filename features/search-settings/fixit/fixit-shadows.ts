import type { Rule, TraceEntry } from '#engine/pipeline.ts';
import { applyStage, emptyDraft, normaliseQuery } from '#engine/query-draft.ts';
import type { FixitRule } from './fixit.contract.ts';
import { patternedQuery, QueryPattern } from './query-pattern.rule.ts';

/** Of queries that visitors searched for, so many of the most frequent say whether a pattern is ever reached. */
export const judgingQueries = 1_000;

/** A pattern of one query, written out between `^` and `$`. */
const wholeQuery = /^\^([^\\^$.|?*+()[\]{}]+)\$$/;

/** A query as replacing terms see it. */
const rewritten = (rules: readonly Rule[], text: string) =>
  applyStage({ ...emptyDraft, text: normaliseQuery(text) }, 'characters', rules);

/** What replaces a text as a query, if anything does. */
export const replacementOf = (rules: readonly Rule[], text: string): TraceEntry | undefined =>
  applyStage(rewritten(rules, text), 'fixit', rules).trace.find(({ step }) => step === 'fixit');

type Row = Pick<FixitRule, 'term' | 'is_regexp'> & { readonly id: number };

/** Tells of rows which other one catches all of their queries first: the number of that one. */
export class Shadows {
  readonly #rules: readonly Rule[];
  /** Queries of visitors that something catches, by whose number that is. */
  readonly #caught = new Map<number, string[]>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
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
  over(row: Row): number | null {
    const query = row.is_regexp ? wholeQuery.exec(row.term)?.[1] : row.term;
    if (query === undefined) return this.#overPattern(row);
    const first = replacementOf(this.#rules, query)?.ruleId;
    return first === undefined || first === row.id ? null : first;
  }

  /** A pattern is judged by what visitors search for: all queries that it fits are caught by others. */
  #overPattern({ id, term }: Row): number | null {
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
