import { analyserOf } from '#engine/analysis/analysers.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { recentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import type { CurationQuery } from './curations.contract.ts';
import { conditionOf } from './curations.rule.ts';
import type { App } from '#server-kit/app.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import { inSlices } from '#server-kit/slices.ts';

/** A list is opened and sorted again and again. */
const keptSeconds = 30;

interface Searched {
  readonly term: string;
  readonly searchCount: number;
  readonly stems: readonly string[];
  /** The same for all forms of a query. */
  readonly key: string;
}

/** What visitors searched for in the last days, by the stems of its words. */
export class SearchedQueries {
  readonly #isTracked: boolean;
  readonly #byKey: ReadonlyMap<string, readonly Searched[]>;
  readonly #byStem = new Map<string, Searched[]>();
  readonly #language: string;

  constructor(all: readonly Searched[], language: string) {
    this.#isTracked = all.length > 0;
    this.#language = language;
    this.#byKey = Map.groupBy(all, ({ key }) => key);
    for (const one of all)
      for (const stem of new Set(one.stems)) {
        const known = this.#byStem.get(stem) ?? [];
        known.push(one);
        this.#byStem.set(stem, known);
      }
  }

  /** What a query of a curation matches, most frequent first. */
  matching(query: CurationQuery): readonly Searched[] {
    const { match, stems, key } = conditionOf(analyserOf(this.#language), query);
    if (match === 'is') return this.#byKey.get(key) ?? [];
    return (this.#byStem.get(stems[0] ?? '') ?? []).filter((one) => stems.every((stem) => one.stems.includes(stem)));
  }

  /** Searches for any of the queries; null where nothing was searched at all. */
  countOf(queries: readonly CurationQuery[]): number | null {
    if (!this.#isTracked) return null;
    const searched = new Set(queries.flatMap((query) => this.matching(query)));
    return [...searched].reduce((sum, { searchCount }) => sum + searchCount, 0);
  }
}

export async function searchedQueries(app: App, scope: CollectionScope): Promise<SearchedQueries> {
  const language = await collectionStore(app.db).language(scope);
  const read = async (): Promise<SearchedQueries> => {
    const analyser = analyserOf(language);
    const breathe = inSlices();
    const searched: Searched[] = [];
    for (const { term, searchCount } of await recentTerms(app, scope, scope.collectionId)) {
      const { stems, key } = conditionOf(analyser, { query: term, match: 'is' });
      searched.push({ term, searchCount, stems, key });
      await breathe();
    }
    return new SearchedQueries(searched, language);
  };
  return app.cache.value(`searched queries of ${scope.collectionId} in ${language}`, keptSeconds, read);
}
