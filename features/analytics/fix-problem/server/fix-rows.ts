import { type Fix, sourceOf } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { maximumSynonymLength } from '#contract/limits.ts';
import { curationRows } from '#features/search-settings/curations/server/curations.store.ts';
import { fixitRows } from '#features/search-settings/fixit/server/fixit.store.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** One-way. */
const oneWay = 2;

export interface FixPlace {
  readonly scope: RowScope;
  readonly key: string;
  readonly known: { readonly id: number; readonly updatedAt: number; readonly synonyms: readonly string[] } | null;
}

/** A fix as form input. Keeps existing synonyms of the term. */
export function fixFields(fix: Fix, query: string, known: FixPlace['known'] = null): Record<string, unknown> {
  const { kind, term, to } = fix;
  switch (kind) {
    case 'synonym':
      return { term, synonym_type_id: oneWay, synonyms: [...new Set([...(known?.synonyms ?? []), ...to])] };
    case 'fixit':
      return { term, is_regexp: false, catalog_term: to[0] ?? '' };
    case 'curation':
      return { name: query, queries: [{ query: term, match: 'is' }], promoted: to.map((id) => ({ id })), hidden: [] };
  }
}

export async function placeOf(
  db: Database,
  project: ProjectScope,
  collectionId: number,
  fix: Fix,
  query: string,
): Promise<FixPlace> {
  const fields = fixFields(fix, query);
  if (fix.kind !== 'synonym') {
    const isCuration = fix.kind === 'curation';
    const scope = isCuration ? { id: project.id, collectionId } : project;
    const rows = (isCuration ? curationRows(db) : fixitRows(db)) as ReturnType<typeof fixitRows>;
    const key = rows.key(fields as never);
    const id = (await rows.idsByKey(scope, [key])).get(key);
    return { scope, key, known: id === undefined ? null : { id, updatedAt: 0, synonyms: [] } };
  }
  const rows = synonymRows(db);
  const key = rows.key(fields as never);
  const id = (await rows.idsByKey(project, [key])).get(key);
  const [row] = id === undefined ? [] : await rows.stored(project, [id]);
  return {
    scope: project,
    key,
    known: row ? { id: row.item.id, updatedAt: row.item.updated_at, synonyms: row.fields.synonyms } : null,
  };
}

export const triedFix = (fix: Fix, query: string, collectionId: number, { known }: Pick<FixPlace, 'known'>) => ({
  put: [
    {
      source: sourceOf[fix.kind],
      row: {
        id: known?.id ?? 0,
        ...fixFields(fix, query, known),
        is_active: true,
        valid_from: null,
        valid_to: null,
        ...(fix.kind === 'curation' && { collection_id: collectionId, position: 1 }),
      },
    },
  ],
});

export const isTooLong = ({ kind, term, to }: Fix): boolean =>
  kind === 'synonym' && [term, ...to].some(({ length }) => length > maximumSynonymLength);
