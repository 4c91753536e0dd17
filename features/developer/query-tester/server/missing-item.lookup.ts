import { importProblemStore } from '#features/data/imports/server/import-report.store.ts';
import type { MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import type { Item } from '#contract/item.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import type { SearchSession } from '#engine/port.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { importStore, lastImports } from '#features/data/imports/server/imports.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

const maximumCandidates = 5;
const maximumRows = 20;
const searchedLength = 100;

/** By id or name, otherwise items with a similar name. Rules don't apply. */
export async function findItem(
  session: SearchSession,
  relevance: CollectionRelevance,
  wanted: string,
): Promise<{ readonly item: Item | null; readonly candidates: readonly Item[] }> {
  const [byId] = await session.items([wanted]);
  if (byId) return { item: byId, candidates: [] };
  const request = { query: wanted, filters: [], facets: [], sort: [], page: 1, perPage: maximumCandidates, today: 0 };
  const { hits } = await runSearch(session, relevance, [], request);
  const items = hits.map(({ item }) => item);
  const byName = items.find(({ fields }) => fold(String(fields['name'] ?? '')).trim() === fold(wanted).trim());
  return byName ? { item: byName, candidates: [] } : { item: null, candidates: items };
}

/** Error data truncates long names. */
const isSameName = (name: string, wanted: string): boolean =>
  fold(name).slice(0, searchedLength).trim() === fold(wanted).slice(0, searchedLength).trim();

/** Skipped rows of the most relevant feed; null without a feed. */
export async function leftOutOf(
  db: Database,
  project: ProjectScope,
  collectionId: number,
  wanted: string,
): Promise<MissingItem['feed']> {
  const imports = await lastImports(db, project);
  const feeds = await feedStore(db).ofCollection(project, collectionId);
  const found = await Promise.all(
    feeds.map(async (feed) => ({
      ...feed,
      last_import_at: imports.get(feed.id)?.finished_at ?? null,
      left_out: await leftOutBy(db, project, feed.id, wanted),
    })),
  );
  const weight = ({ left_out: rows }: (typeof found)[number]): number =>
    Number(rows.length > 0) + Number(rows[0]?.is_same ?? false);
  return found.toSorted((one, other) => weight(other) - weight(one))[0] ?? null;
}

/** Exact matches first. */
async function leftOutBy(db: Database, project: ProjectScope, feedId: number, wanted: string) {
  const importId = await importStore(db).newestRead(project, feedId);
  const { items } = await importProblemStore(db).list(project, importId, {
    search: wanted.slice(0, searchedLength),
    order: 'asc',
    page: 1,
    per_page: maximumRows,
  });
  const leftOut = items.filter(({ severity }) => severity === 'error');
  return leftOut
    .map(({ item, position, field, value, reason }) => {
      const isSame = (field === 'id' && value === wanted.trim()) || isSameName(item, wanted);
      return { item, position, field, value, reason, is_same: isSame };
    })
    .toSorted((one, other) => Number(other.is_same) - Number(one.is_same));
}
