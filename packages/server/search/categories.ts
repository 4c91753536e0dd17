import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Found, LintContext } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';
import { failField } from '#server/base/fail.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from './project-search.ts';
import { resultDefaults } from './result-defaults.ts';
import { plainRequest } from './search-request.ts';

/** Per collection; further ones are unknown. */
export const knownCategories = 10_000;

type Placed = ReleasedRow & { readonly collection_id: number; readonly category: string };

/** Items by category path, largest first. null while search is down, or before the first import. */
export const categoryCounts = (
  app: App,
  project: ProjectScope,
  collectionId: number,
): Promise<ReadonlyMap<string, number> | null> =>
  unlessSearchDown(
    inCollection(app, project, collectionId, async (search) => {
      if (search.session.layout === null) return null;
      const { pathField } = search.relevance.front.catalog;
      const facet = pathField === null ? null : await search.valuesOf(pathField, knownCategories);
      return new Map((facet?.values ?? []).map(({ value, count }) => [String(value), count]));
    }),
  );

/** As saved, and as live. */
export async function curatedCategories(app: App, project: ProjectScope, collectionId: number): Promise<string[]> {
  const saved = await app.db
    .selectFrom('curation')
    .select(['collection_id', 'category'])
    .where('project_id', '=', project.id)
    .where('category', '!=', '')
    .execute();
  const live = (await app.releases.acting(project, 'curations')) as readonly Placed[];
  return [...saved, ...live].flatMap((row) => (row.collection_id === collectionId && row.category ? [row.category] : []));
}

/** The page of a category; it throws a field error if the collection has no categories. */
export function inCategory({ relevance }: CollectionSearch, category: string, perPage: number, page = 1): SearchRequest {
  const { pathField: field } = relevance.front.catalog;
  if (field === null) throw failField('category', 'notFound', { name: 'category' });
  return {
    ...plainRequest('', perPage, page),
    category,
    filters: [{ field, anyOf: [category] }],
    sort: resultDefaults(relevance, 'catalog', category).sort,
  };
}

/** Finds rules whose category has no items. */
export async function categoriesGone(app: App, { project, rows }: Pick<LintContext, 'project' | 'rows'>): Promise<Found[]> {
  const found: Found[] = [];
  const placed = (rows as readonly Placed[]).filter(({ category }) => Boolean(category));
  for (const [collectionId, ofOne] of Map.groupBy(placed, (row) => row.collection_id)) {
    const known = await categoryCounts(app, project, collectionId);
    if (known === null || known.size === knownCategories) continue;
    for (const row of ofOne) if (!known.has(row.category)) found.push({ row, kind: 'categoryGone', text: row.category });
  }
  return found;
}
