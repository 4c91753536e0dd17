/** A query, aggregation or other part of a request in OpenSearch's language. */
export type Dsl = Readonly<Record<string, unknown>>;

/** Scores are whole numbers of this size: sums of them are exact, whatever the order in which shards and segments add up. */
export const unitsPerScore = 65_536;

export const matchAll: Dsl = { match_all: {} };
export const matchNone: Dsl = { match_none: {} };

/** Matches as the query does, for the same score always. */
export const constant = (filter: Dsl, score: number, name?: string): Dsl => ({
  constant_score: { filter, boost: score, ...named(name) },
});

export const anyOf = (queries: readonly Dsl[], least = 1): Dsl =>
  queries.length === 0 && least > 0 ? matchNone : { bool: { should: queries, minimum_should_match: least } };

export const allOf = (queries: readonly Dsl[]): Dsl => ({ bool: { filter: queries } });

/** Queries with a name tell in every hit what they gave it. */
export const named = (name: string | undefined): Dsl => (name === undefined ? {} : { _name: name });
