/** A query, aggregation or other part of a request in OpenSearch's language. */
export type Dsl = Readonly<Record<string, unknown>>;

export const matchAll: Dsl = { match_all: {} };
export const matchNone: Dsl = { match_none: {} };

/** A named query reports the score that it gave a hit. */
export const named = (name: string | undefined): Dsl => (name === undefined ? {} : { _name: name });

export const constant = (filter: Dsl, score: number, name?: string): Dsl => ({
  constant_score: { filter, boost: score, ...named(name) },
});

export const anyOf = (queries: readonly Dsl[], least = 1): Dsl =>
  queries.length === 0 && least > 0 ? matchNone : { bool: { should: queries, minimum_should_match: least } };

export const allOf = (queries: readonly Dsl[]): Dsl => ({ bool: { filter: queries } });

export const bestOf = (queries: readonly Dsl[], name?: string): Dsl =>
  queries.length === 0 ? matchNone : { dis_max: { queries, ...named(name) } };
