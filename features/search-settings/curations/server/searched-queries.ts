import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { recentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { type Condition, conditionOf } from './curations.rule.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { inSlices } from '#server/base/slices.ts';

const keptSeconds = 30;

interface Searched {
  readonly term: string;
  readonly searchCount: number;
  readonly stems: readonly string[];
  readonly key: string;
}

export class SearchedQueries {
  readonly #isTracked: boolean;
  readonly #byKey: ReadonlyMap<string, readonly Searched[]>;
  readonly #byStem = new Map<string, Searched[]>();

  constructor(all: readonly Searched[]) {
    this.#isTracked = all.length > 0;
    this.#byKey = Map.groupBy(all, ({ key }) => key);
    for (const one of all)
      for (const stem of new Set(one.stems)) {
        const known = this.#byStem.get(stem) ?? [];
        known.push(one);
        this.#byStem.set(stem, known);
      }
  }

  matching({ match, stems, key }: Condition): readonly Searched[] {
    if (match === 'is') return this.#byKey.get(key) ?? [];
    return (this.#byStem.get(stems[0] ?? '') ?? []).filter((one) => stems.every((stem) => one.stems.includes(stem)));
  }

  /** null if nothing was tracked. */
  countOf(conditions: readonly Condition[]): number | null {
    if (!this.#isTracked) return null;
    const searched = new Set(conditions.flatMap((condition) => this.matching(condition)));
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
    return new SearchedQueries(searched);
  };
  return app.cache.value(`searched queries of ${scope.collectionId} in ${language}`, keptSeconds, read);
}
