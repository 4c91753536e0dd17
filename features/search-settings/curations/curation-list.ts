import { type Page, toPage } from '#contract/page.ts';
import type { idleStates } from '#contract/rule-fields.ts';
import { timedStateOf } from '#contract/rule-state.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { Curation, curations } from './curations.contract.ts';
import { type CurationRow, curationRows, curationTexts } from './curations.store.ts';
import type { SearchedQueries } from './searched-queries.ts';
import type { App } from '#server-kit/app.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import type { ListQuery, RowItem } from '#server-kit/db/row-table.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { searchText } from '#server-kit/search-text.ts';
import { inSlices } from '#server-kit/slices.ts';

export type CurationItem = RowItem<CurationRow> & Pick<Curation, 'search_count'>;
type Sort = (typeof curations.sorts)[number];
export interface CurationListQuery extends ListQuery<Sort> {
  readonly state?: CurationItem['state'] | (typeof idleStates)[number] | undefined;
}

/** Items that a search of the list may mean by their names. */
const foundItems = 100;

const valueOf = {
  promoted: ({ promoted }) => promoted.length,
  hidden: ({ hidden }) => hidden.length,
  searches: ({ search_count: count }) => count ?? 0,
  updated_at: ({ updated_at: at }) => at,
} as const satisfies Partial<Record<Sort, (row: CurationItem) => number>>;

const isOfState = (row: CurationItem, state: CurationListQuery['state']): boolean => {
  if (state === undefined) return true;
  const timed = timedStateOf(row, Date.now());
  return timed === 'on' || row.state === 'leaving' ? row.state === state : timed === state;
};

/** By code unit, as lists that a database sorts. */
const compared = (one: string, other: string): number => Number(one > other) - Number(one < other);

async function itemsCalled(app: App, scope: CollectionScope, query: string): Promise<ReadonlySet<string>> {
  const request = { query, page: 1, perPage: foundItems, filters: [], facets: [], sort: [] };
  try {
    const { hits } = await inCollection(app, scope, scope.collectionId, (search) => search.find(request, { rules: [] }));
    return new Set(hits.map(({ id }) => id));
  } catch (error) {
    if (error instanceof SearchDownError) return new Set();
    throw error;
  }
}

/**
 * Curations are searched by the names of their items, which the catalogue has, and sorted by searches that their queries match by stem:
 * no database knows either, so all of them are looked through.
 */
export async function curationList(
  app: App,
  scope: CollectionScope,
  searched: SearchedQueries,
  { search, sort, order, page, per_page: perPage, state }: CurationListQuery,
): Promise<Page<CurationItem> & { readonly unsound: readonly number[] }> {
  const wanted = searchText([search]);
  const called = search === '' ? new Set<string>() : await itemsCalled(app, scope, search);
  const breathe = inSlices();
  const found: { readonly row: CurationItem; readonly text: string }[] = [];
  const unsound: number[] = [];
  for (const { item, isSound } of await curationRows(app.db).listed(scope)) {
    if (!isSound) {
      unsound.push(item.id);
      continue;
    }
    const text = searchText(curationTexts(item));
    const isFound = text.includes(wanted) || [...item.promoted, ...item.hidden].some(({ id }) => called.has(id));
    const row = { ...item, search_count: searched.countOf(item.queries) };
    if (isFound && isOfState(row, state)) found.push({ row, text });
    await breathe();
  }
  const byName = found.toSorted((one, other) => compared(one.text, other.text)).map(({ row }) => row);
  const by = sort ?? 'searches';
  const direction = sort === undefined || order === 'desc' ? -1 : 1;
  const sorted =
    by !== 'name'
      ? byName.toSorted((one, other) => direction * (valueOf[by](one) - valueOf[by](other)))
      : direction < 0
        ? byName.toReversed()
        : byName;
  return { ...toPage(sorted.slice((page - 1) * perPage, page * perPage), found.length, perPage), unsound };
}
