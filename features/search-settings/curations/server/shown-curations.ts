import { LRUCache } from 'lru-cache';
import type {
  Curation,
  CurationQuery,
  CuratedItem,
  CurationRule,
} from '#features/search-settings/curations/curations.contract.ts';
import type { CurationRow } from './curations.store.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope, ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { RowItem } from '#server/rules/rows/row-table.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { inSlices } from '#server/base/slices.ts';
import { plainPlan } from '#engine/plan.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { type Condition, conditionOf } from '#engine/query/conditions.ts';
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

const keptSeconds = 30;

interface Searched {
  readonly searchCount: number;
  readonly stems: ReadonlySet<string>;
  readonly key: string;
}

function searchedQueries(app: App, scope: CollectionScope, language: string): Promise<readonly Searched[]> {
  const read = async (): Promise<readonly Searched[]> => {
    const analyser = analyserOf(language);
    const breathe = inSlices();
    const searched: Searched[] = [];
    for (const { term, searchCount } of await recentTerms(app, scope, scope.collectionId)) {
      const { stems, key } = conditionOf(analyser, { query: term, match: 'is' });
      searched.push({ searchCount, stems: new Set(stems), key });
      await breathe();
    }
    return searched;
  };
  return app.cache.value(`searched queries of ${scope.collectionId} in ${language}`, keptSeconds, read);
}

const isSearched = ({ match, key, stems }: Condition, searched: Searched): boolean =>
  match === 'is' ? searched.key === key : stems.every((stem) => searched.stems.has(stem));

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

/** By item; without those that have no variants. */
export async function variantCounts(search: CollectionSearch, ids: readonly string[]): Promise<Record<string, number>> {
  const field = search.relevance.layout.groupField;
  if (field === null || ids.length === 0) return {};
  const items = await search.session.items(ids);
  const groupOf = ({ fields }: Item): string => String(fields[field] ?? '');
  const groups = [...new Set(items.map(groupOf))];
  const asked = { ...plainPlan, filters: [{ field, anyOf: groups }], facets: [{ field, limit: groups.length, narrows: true }] };
  const [facet] = (await search.session.search(asked)).facets;
  const counts = new Map(facet?.values.map(({ value, count }) => [String(value), count]));
  const counted = items.map((item) => [item.id, counts.get(groupOf(item)) ?? 1] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 1));
}

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

export async function shownCurations(
  app: App,
  project: ProjectScope,
  rows: readonly RowItem<CurationRow>[],
  isList: boolean,
): Promise<Curation[]> {
  const language = await collectionStore(app.db).language(project);
  const breathe = inSlices();
  const shown = new Map<number, Curation>();
  for (const [collectionId, ofOne] of Map.groupBy(rows, (row) => row.collection_id)) {
    const searched = await searchedQueries(app, { id: project.id, collectionId }, language);
    const items = await itemsOf(app, project, collectionId, idsIn(ofOne));
    const known = items && new Map(items.map((item) => [item.id, item]));
    const shownAs = ({ id }: { readonly id: string }): CuratedItem => {
      const item = known?.get(id);
      return { ...(!isList && item && shownItem(item)), id, is_gone: known !== null && item === undefined };
    };
    for (const row of ofOne) {
      const conditions = row.queries.map((query) => knownCondition(query, language));
      const meant = searched.filter((one) => conditions.some((condition) => isSearched(condition, one)));
      const searches = meant.reduce((sum, { searchCount }) => sum + searchCount, 0);
      shown.set(row.id, {
        ...row,
        promoted: row.promoted.map((item) => ({ ...item, ...shownAs(item) })),
        hidden: row.hidden.map((item) => ({ ...item, ...shownAs(item) })),
        search_count: searched.length === 0 || row.category !== undefined ? null : searches,
      });
      await breathe();
    }
  }
  return rows.map(({ id }) => shown.get(id)!);
}
