import { LRUCache } from 'lru-cache';
import { type Page, toPage } from '#contract/page.ts';
import type { idleStates } from '#contract/rows/rule-fields.ts';
import type {
  Curation,
  curations,
  CurationQuery,
  CuratedItem,
  CurationRule,
} from '#features/search-settings/curations/curations.contract.ts';
import { type CurationRow, curationRows, curationTexts } from './curations.store.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, searchText, type ProjectScope, type RowScope } from '#server/db/row-scope.ts';
import type { ListQuery, RowItem } from '#server/rules/rows/row-table.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { inSlices } from '#server/base/slices.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { type Condition, conditionOf } from './curations.rule.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { recentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { Item } from '#contract/item.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { shownItem } from '#server/search/preview.ts';

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

const itemsAtOnce = 500;

/** Null while searches are down. */
export const itemsOf = (app: App, project: ProjectScope, collectionId: number, ids: readonly string[]): Promise<Item[] | null> =>
  unlessSearchDown(
    inCollection(app, project, collectionId, async (search) => {
      const items: Item[] = [];
      for (let at = 0; at < ids.length; at += itemsAtOnce) items.push(...(await search.items(ids.slice(at, at + itemsAtOnce))));
      return items;
    }),
  );

export const idsIn = (rows: readonly CurationRule[]): string[] => [
  ...new Set(rows.flatMap(({ promoted, hidden }) => [...promoted, ...hidden].map(({ id }) => id))),
];

/** Items the curation had before may be gone. Before the first import, or while searches are down, any id is accepted. */
export async function checkItems(
  app: App,
  scope: RowScope,
  { promoted, hidden }: CurationRule,
  before: CurationRule | undefined,
): Promise<void> {
  const had = new Set(before && idsIn([before]));
  const places = Object.entries({ promoted, hidden }).flatMap(([list, items]) =>
    items.map(({ id }, at) => ({ id, field: `${list}.${at}.id` })),
  );
  const added = places.filter(({ id }) => !had.has(id));
  if (added.length === 0) return;
  const known = await unlessSearchDown(
    inCollection(app, scope, foundIn(scope.collectionId, 'collection'), async (search) => {
      if (search.session.layout === null) return null;
      return new Set((await search.items(added.map(({ id }) => id))).map(({ id }) => id));
    }),
  );
  const unknown = known && added.find(({ id }) => !known.has(id));
  if (unknown) throw failField(unknown.field, 'notInCatalogue', { item: unknown.id });
}

export async function withItems<Row extends RowItem<CurationRow>>(
  app: App,
  project: ProjectScope,
  rows: readonly Row[],
  isList: boolean,
): Promise<(Row & Pick<Curation, 'promoted' | 'hidden'>)[]> {
  const known = new Map<number, ReadonlyMap<string, Item> | null>();
  for (const [collectionId, ofOne] of Map.groupBy(rows, (row) => row.collection_id)) {
    const items = await itemsOf(app, project, collectionId, idsIn(ofOne));
    known.set(collectionId, items && new Map(items.map((item) => [item.id, item])));
  }
  return rows.map((row) => {
    const items = known.get(row.collection_id) ?? null;
    const shown = ({ id }: { readonly id: string }): CuratedItem => {
      const item = items?.get(id);
      return { ...(!isList && item && shownItem(item)), id, is_gone: items !== null && item === undefined };
    };
    return { ...row, promoted: row.promoted.map(shown), hidden: row.hidden.map(shown) };
  });
}
