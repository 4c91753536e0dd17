import type { Item } from '#contract/item.ts';
import { frontCollections } from '#features/front-api/server/front-collections.service.ts';
import type { Caller } from '#server/access.ts';
import type { App } from '#server/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { shownItem, wholeItem } from '#server/search/shown-answer.ts';
import { plainRequest } from '#server/search/search-request.ts';

const shownItems = 12;
const foundItems = 48;
const mostCategories = 12;

export interface Category {
  readonly field: string;
  readonly value: string;
}

export interface DemoContent {
  readonly items: readonly Item[];
  readonly totalCount: number;
  readonly categories: readonly Category[];
}

/** What the demo shop shows by itself, before anybody searches in it. Nothing of it is counted: no call of a shop is made for it. */
export function demoContent(app: App) {
  const collections = frontCollections(app);

  /** As searches of shops, it waits for its turn. null where the project has no items. */
  async function inFirst<Found>(
    caller: Caller<'shop'>,
    work: (search: CollectionSearch) => Promise<Found>,
  ): Promise<Found | null> {
    const { project } = caller;
    const [id] = (await collections.liveOnes(project)).ids;
    if (id === undefined) return null;
    return app.limits.search(caller, new AbortController().signal, () => inCollection(app, project, id, work));
  }

  return {
    /** The first items, or what a query finds where the plugin can't show it; null where there are none at all. */
    items: (caller: Caller<'shop'>, query: string): Promise<DemoContent | null> =>
      inFirst(caller, async (search) => {
        const { relevance } = search;
        const { pathField } = relevance.front.catalog;
        const facets = pathField === null ? [] : [{ field: pathField, limit: mostCategories, under: '' }];
        const request = { ...plainRequest(query, query === '' ? shownItems : foundItems), facets };
        const { hits, totalCount, facets: counted } = await search.find(request);
        const categories = counted.flatMap(({ field, values }) => values.map(({ value }) => ({ field, value: String(value) })));
        const first = hits.map(({ item }) => item);
        const items = query === '' ? await mixed(search, first, categories) : first;
        return { items: items.map((item) => shownItem(item, relevance, 'search')), totalCount, categories };
      }),

    /** One item whole; null where there is none of this id. */
    item: (caller: Caller<'shop'>, itemId: string): Promise<Item | null> =>
      inFirst(caller, async (search) => {
        const [item] = await search.items([itemId]);
        return item ? wholeItem(item, search.relevance) : null;
      }),
  };
}

/** The first of each category in turn, then the first of all: where nothing ranks items, the first are twelve of one kind. */
async function mixed(search: CollectionSearch, first: readonly Item[], categories: readonly Category[]): Promise<Item[]> {
  const ofEach = categories.length === 0 ? 0 : Math.ceil(shownItems / categories.length);
  const found = await Promise.all(
    categories.map(async ({ field, value }) => {
      const { hits } = await search.find({ ...plainRequest('', ofEach), filters: [{ field, anyOf: [value] }] });
      return hits.map(({ item }) => item);
    }),
  );
  const inTurns = Array.from({ length: ofEach }, (_, at) => found.flatMap((items) => items[at] ?? [])).flat();
  const byId = new Map([...inTurns, ...first].map((item) => [item.id, item]));
  return [...byId.values()].slice(0, shownItems);
}
