import { plainPlan } from '#engine/plan.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { inCollection } from '#server-kit/project-search.ts';

const namesOfItems = 3;
/** Items beside each other are often alike, so names are taken from so many apart. */
const itemsApart = 20;
/** What follows in a name tells the item from others, and nobody types it. */
const endOfQuery = /\s[–—|/-]\s|[,;:(]/;
const wordsOfQuery = 4;

const queryOf = (name: unknown): string =>
  typeof name === 'string' ? (name.split(endOfQuery, 1)[0] ?? '').trim().split(/\s+/).slice(0, wordsOfQuery).join(' ') : '';

/** Queries that find something, made of names of items of a collection. */
export async function itemQueries(app: App, project: ProjectScope, collectionId: number): Promise<string[]> {
  const { hits } = await inCollection(app, project, collectionId, ({ session }) =>
    session.search({ ...plainPlan, size: namesOfItems * itemsApart }),
  );
  const names = hits.filter((_, at) => at % itemsApart === 0).map(({ item }) => queryOf(item.fields['name']));
  return [...new Set(names.filter(Boolean))];
}
