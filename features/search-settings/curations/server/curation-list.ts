import { type Page, toPage } from '#contract/page.ts';
import type { idleStates } from '#contract/rows/rule-fields.ts';
import type { Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { type CurationRow, curationRows } from './curations.store.ts';
import type { KnownCuration, knownCurations } from './known-curations.ts';
import type { SearchedQueries } from './searched-queries.ts';
import type { App } from '#server/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { ListQuery, RowItem } from '#server/rules/rows/row-table.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { searchText } from '#server/db/search-text.ts';
import { inSlices } from '#server/slices.ts';

export type CurationItem = RowItem<CurationRow> & Pick<Curation, 'search_count'>;
type Sort = (typeof curations.sorts)[number];
export interface CurationListQuery extends ListQuery<Sort> {
  readonly state?: CurationItem['state'] | (typeof idleStates)[number] | undefined;
}

interface Looked {
  readonly app: App;
  readonly known: ReturnType<typeof knownCurations>;
  readonly searched: SearchedQueries;
  readonly language: string;
}

const foundItems = 100;

interface Listed {
  readonly id: number;
  readonly updatedAt: number;
  readonly curation: KnownCuration;
  readonly searchCount: number | null;
}

const valueOf = {
  promoted: ({ curation }) => curation.promoted.length,
  hidden: ({ curation }) => curation.hidden.length,
  searches: ({ searchCount }) => searchCount ?? 0,
  updated_at: ({ updatedAt }) => updatedAt,
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
  { app, known, searched, language }: Looked,
  scope: CollectionScope,
  { search, sort, order, page, per_page: perPage, state }: CurationListQuery,
): Promise<Page<CurationItem> & { readonly unsound: readonly number[] }> {
  const rows = curationRows(app.db);
  const breathe = inSlices();
  const wanted = searchText([search]);
  const called = search === '' ? new Set<string>() : await itemsCalled(app, scope, search);
  const marks = await rows.marks(scope, { isOfLists: true, state });
  const found: Listed[] = [];
  const unsound: number[] = [];
  await breathe();
  const all = await known.of(rows, scope, language, marks);
  for (const [id, { made: curation, at: updatedAt }] of all) {
    if (curation === null) unsound.push(id);
    else if (
      curation.text.includes(wanted) ||
      [curation.promoted, curation.hidden].some((items) => items.some((item) => called.has(item)))
    )
      found.push({ id, updatedAt, curation, searchCount: searched.countOf(curation.conditions) });
    await breathe();
  }
  await breathe();
  const byName = found.toSorted((one, other) => compared(one.curation.text, other.curation.text));
  await breathe();
  const by = sort ?? 'searches';
  const direction = sort === undefined || order === 'desc' ? -1 : 1;
  const sorted =
    by !== 'name'
      ? byName.toSorted((one, other) => direction * (valueOf[by](one) - valueOf[by](other)))
      : direction < 0
        ? byName.toReversed()
        : byName;
  const shown = sorted.slice((page - 1) * perPage, page * perPage);
  const items = new Map(
    (
      await rows.stored(
        scope,
        shown.map(({ id }) => id),
      )
    ).map(({ item }) => [item.id, item]),
  );
  const counted = shown.flatMap(({ id, searchCount: search_count }) => {
    const item = items.get(id);
    return item === undefined ? [] : [{ ...item, search_count }];
  });
  return { ...toPage(counted, found.length, perPage), unsound };
}
