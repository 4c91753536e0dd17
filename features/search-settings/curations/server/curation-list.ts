import { LRUCache } from 'lru-cache';
import { type Page, toPage } from '#contract/page.ts';
import type { idleStates } from '#contract/rows/rule-fields.ts';
import type { Curation, curations, CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import { type CurationRow, curationRows, curationTexts } from './curations.store.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, searchText } from '#server/db/row-scope.ts';
import type { ListQuery, RowItem } from '#server/rules/rows/row-table.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { inSlices } from '#server/base/slices.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { type Condition, conditionOf } from './curations.rule.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { recentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';

/** Analysing thousands of queries takes longer than reading them. */
const known = new LRUCache<string, Condition>({ max: 50_000 });

export function knownCondition(query: CurationQuery, language: string): Condition {
  const key = `${language} ${query.match} ${query.query}`;
  const condition = known.get(key) ?? conditionOf(analyserOf(language), query);
  known.set(key, condition);
  return condition;
}

export const conditionKey = ({ match, key }: Condition): string => `${match} ${key}`;

const keptSeconds = 30;

interface Searched {
  readonly searchCount: number;
  readonly stems: readonly string[];
  readonly key: string;
}

class SearchedQueries {
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
      searched.push({ searchCount, stems, key });
      await breathe();
    }
    return new SearchedQueries(searched);
  };
  return app.cache.value(`searched queries of ${scope.collectionId} in ${language}`, keptSeconds, read);
}

export type CurationItem = RowItem<CurationRow> & Pick<Curation, 'search_count'>;
type Sort = (typeof curations.sorts)[number];
export interface CurationListQuery extends ListQuery<Sort> {
  readonly state?: CurationItem['state'] | (typeof idleStates)[number] | undefined;
}

interface Looked {
  readonly app: App;
  readonly searched: SearchedQueries;
  readonly language: string;
}

const foundItems = 100;

interface Listed {
  readonly item: RowItem<CurationRow>;
  readonly text: string;
  readonly searchCount: number | null;
}

const valueOf = {
  promoted: ({ item }) => item.promoted.length,
  hidden: ({ item }) => item.hidden.length,
  searches: ({ searchCount }) => searchCount ?? 0,
  updated_at: ({ item }) => item.updated_at,
} as const satisfies Partial<Record<Sort, (row: Listed) => number>>;

/** By code unit, as the database sorts. */
const compared = (one: string, other: string): number => Number(one > other) - Number(one < other);

async function itemsCalled(app: App, scope: CollectionScope, query: string): Promise<ReadonlySet<string>> {
  const request = plainRequest(query, foundItems);
  const answer = await unlessSearchDown(
    inCollection(app, scope, scope.collectionId, (search) => search.find(request, { rules: [] })),
  );
  return new Set(answer?.hits.map(({ id }) => id));
}

/** Searches item names and sorts by searches, neither of which is in the database, so it scans all rows. */
export async function curationList(
  { app, searched, language }: Looked,
  scope: CollectionScope,
  { search, sort, order, page, per_page: perPage, state }: CurationListQuery,
): Promise<Page<CurationItem>> {
  const breathe = inSlices();
  const wanted = searchText([search]);
  const called = search === '' ? new Set<string>() : await itemsCalled(app, scope, search);
  const found: Listed[] = [];
  for (const { item, fields } of await curationRows(app.db).listed(scope, state)) {
    const text = searchText(curationTexts(fields));
    if (text.includes(wanted) || [...item.promoted, ...item.hidden].some(({ id }) => called.has(id)))
      found.push({ item, text, searchCount: searched.countOf(fields.queries.map((query) => knownCondition(query, language))) });
    await breathe();
  }
  const byName = found.toSorted((one, other) => compared(one.text, other.text));
  await breathe();
  const by = sort ?? 'searches';
  const direction = sort === undefined || order === 'desc' ? -1 : 1;
  const sorted =
    by !== 'name'
      ? byName.toSorted((one, other) => direction * (valueOf[by](one) - valueOf[by](other)))
      : direction < 0
        ? byName.toReversed()
        : byName;
  const items = sorted
    .slice((page - 1) * perPage, page * perPage)
    .map(({ item, searchCount: search_count }) => ({ ...item, search_count }));
  return toPage(items, found.length, perPage);
}
