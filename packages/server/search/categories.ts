import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Found, LintContext } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';
import { inCollection, unlessSearchDown } from './project-search.ts';

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
