import { inverseDocumentFrequency } from '#engine/query/inverse-document-frequency.ts';
import type { Alternative, SearchField } from '#engine/plan.ts';
import { wholeBreadth } from './breadth.ts';
import { PartialAnswer, type Cluster } from './cluster.ts';
import { allOf, type Dsl } from './dsl.ts';
import { stemsField, termsField, type IndexFields } from './index/index-fields.ts';
import { cachedTermMs, maxCachedTerms, maxOwnFields } from './limits.ts';
import { fieldFilter, isStemmed, searchedFields, sharesQuery, type SearchedField } from './word-query.ts';

export interface TermFacts {
  /** How rare it is; of several terms the rarest counts. */
  readonly idf: number;
  /** Whether any item matches it in the searched fields. */
  readonly isKnown: boolean;
  /** Where the searched fields are many: those of which any item has it. */
  readonly paths: ReadonlySet<string> | null;
}

interface Count {
  readonly hits?: { readonly total: { readonly value: number } };
  readonly aggregations?: { readonly fields: { readonly buckets: Readonly<Record<string, { readonly doc_count: number }>> } };
  readonly _shards?: { readonly failed: number };
  readonly error?: { readonly reason?: string };
}

/** How rare the words of a generation are. Asked of the index once and remembered for a while. */
export class TermStatistics {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #itemCount: number;
  readonly #facts = new Map<string, { readonly facts: TermFacts; readonly until: number }>();

  /** What one search has learned, unknown words too; null where it is for all of them. */
  readonly #learned: Map<string, TermFacts> | null;
  readonly #ofAll: TermStatistics;

  constructor(cluster: Cluster, index: string, itemCount: number, ofAll?: TermStatistics) {
    this.#cluster = cluster;
    this.#index = index;
    this.#itemCount = itemCount;
    this.#learned = ofAll === undefined ? null : new Map();
    this.#ofAll = ofAll ?? this;
  }

  /** The same for one search, which asks for no word twice. */
  inOneSearch(): TermStatistics {
    return new TermStatistics(this.#cluster, this.#index, this.#itemCount, this.#ofAll);
  }

  /** The facts about each alternative, in their order. All that are not known yet come in one answer. */
  async of(alternatives: readonly Alternative[], fields: IndexFields, plan: readonly SearchField[]): Promise<TermFacts[]> {
    const searched = JSON.stringify(
      plan.map(({ name, weight, wildcard, shingle }) => [name, weight > 0, wildcard > 0, shingle !== false]),
    );
    const keys = alternatives.map(({ kind, terms, isStemmed: areStems, isJoined, gap }) =>
      JSON.stringify([kind, areStems, isJoined, gap, terms, searched]),
    );
    const now = performance.now();
    const found = new Map<string, TermFacts>();
    const asked = new Map<string, Alternative>();
    for (const [at, key] of keys.entries()) {
      const known = this.#learned?.get(key) ?? this.#ofAll.#known(key, now);
      if (known !== undefined) found.set(key, known);
      else asked.set(key, alternatives[at]!);
    }
    const answers = await this.#ask([...asked.values()], fields, plan);
    for (const [at, key] of [...asked.keys()].entries()) {
      const facts = answers[at]!;
      found.set(key, facts);
      // A word that nothing has may be in the next item that is written.
      if (facts.isKnown) this.#ofAll.#remember(key, facts, now);
      this.#learned?.set(key, facts);
    }
    return keys.map((key) => found.get(key)!);
  }

  #known(key: string, now: number): TermFacts | undefined {
    const known = this.#facts.get(key);
    return known !== undefined && known.until > now ? known.facts : undefined;
  }

  #remember(key: string, facts: TermFacts, now: number): void {
    if (this.#facts.size >= maxCachedTerms) this.#facts.clear();
    this.#facts.set(key, { facts, until: now + cachedTermMs });
  }

  async #ask(alternatives: readonly Alternative[], fields: IndexFields, plan: readonly SearchField[]): Promise<TermFacts[]> {
    if (alternatives.length === 0) return [];
    const counts = await this.#counts(
      alternatives.flatMap((alternative) => [
        ...alternative.terms.map((term) => ({ query: withTerm(alternative, term), track_total_hits: true })),
        matching(alternative, fields, searchedFields(fields, plan, alternative)),
      ]),
    );
    let at = 0;
    return alternatives.map(({ terms }) => {
      const idfs = terms.map(() => {
        const withTerms = counts[at++]?.hits?.total.value ?? 0;
        return inverseDocumentFrequency(this.#itemCount, Math.min(this.#itemCount, withTerms));
      });
      const { hits, aggregations } = counts[at++] ?? {};
      const buckets = aggregations === undefined ? null : Object.entries(aggregations.fields.buckets);
      const having = buckets?.filter(([, { doc_count }]) => doc_count > 0).map(([path]) => path);
      const paths = having === undefined ? null : new Set(having);
      return { idf: Math.max(0, ...idfs), isKnown: (hits?.total.value ?? 0) > 0, paths };
    });
  }

  async #counts(bodies: readonly Dsl[]): Promise<readonly Count[]> {
    const lines = bodies.flatMap((body) => ['{}', JSON.stringify({ ...body, size: 0 })]);
    const wanted = ['hits.total.value', '_shards.failed', 'error.reason', 'aggregations.fields.buckets.*.doc_count'];
    const path = `${this.#index}/_msearch?filter_path=${wanted.map((one) => `responses.${one}`).join(',')}`;
    const { responses } = await this.#cluster.search<{ readonly responses: readonly Count[] }>(
      { method: 'POST', path, body: `${lines.join('\n')}\n` },
      (answer) => {
        const bad = answer.responses.find(({ hits, _shards }) => hits === undefined || (_shards?.failed ?? 0) > 0);
        if (bad !== undefined)
          throw new PartialAnswer(`OpenSearch could not count words: ${bad.error?.reason ?? 'shards are missing'}.`);
      },
    );
    return responses;
  }
}

/** Asks whether any item matches; where there are many fields also which of them have it. */
function matching(alternative: Alternative, fields: IndexFields, searched: readonly SearchedField[]): Dsl {
  const query = allOf([sharesQuery(alternative, fields, searched, { breadth: wholeBreadth, paths: null })]);
  if (searched.length <= maxOwnFields) return { query, track_total_hits: 1 };
  const filters = Object.fromEntries(searched.map((one) => [one.path, fieldFilter(alternative, one)]));
  return { query, track_total_hits: true, aggs: { fields: { filters: { filters } } } };
}

function withTerm(alternative: Alternative, term: string): Dsl {
  if (alternative.kind === 'prefix') return { prefix: { [termsField]: term } };
  return { term: { [isStemmed(alternative) ? stemsField : termsField]: term } };
}
