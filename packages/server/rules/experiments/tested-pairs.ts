import { maximumTestedRows } from '#contract/limits.ts';
import { fail } from '#server/base/fail.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { waitingDifferences } from '#server/rules/releases/change-release.ts';
import { restorePlans } from '#server/rules/releases/restore-release.ts';
import type { AnySource, ReleasedRow } from '#server/rules/releases/rule-source.ts';
import { lastKnown, readable, type RowPair, versionOf, versionStore } from '#server/rules/releases/versions.store.ts';
import { waitingStore } from '#server/rules/releases/waiting.store.ts';

/** How B differs from what is live. */
export type Tested =
  /** Saved rows that aren't live. */
  | { readonly from: 'draft' }
  /** An earlier release, without these kinds. */
  | { readonly from: 'release'; readonly number: number; readonly without: readonly string[] }
  /** The row of the collection in one kind, changed. */
  | { readonly from: 'row'; readonly source: string; readonly change: (row: ReleasedRow) => ReleasedRow };

/** Rows that act in the collection. Throws `notFound`, `releaseNotKept` and `tooMany`. */
export async function testedPairs(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  collectionId: number,
  tested: Tested,
  now: number,
): Promise<RowPair[]> {
  const all = await pairsFrom(db, project, sources, collectionId, tested, now);
  const pairs = all.filter(({ before, after }) => {
    const { collection_id: of = collectionId } = lastKnown((after ?? before)!);
    return of === collectionId && before?.content !== after?.content;
  });
  if (pairs.length > maximumTestedRows) throw fail('tooMany', { max: maximumTestedRows });
  return pairs;
}

async function pairsFrom(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  collectionId: number,
  tested: Tested,
  now: number,
): Promise<RowPair[]> {
  const versions = versionStore(db);
  if (tested.from === 'release') {
    const kinds = sources.filter(({ key }) => !tested.without.includes(key));
    return (await restorePlans(db, project, kinds, { number: tested.number })).flatMap(({ pairs }) => pairs);
  }
  if (tested.from === 'row') {
    const [before] = await versions.live(project, tested.source, [collectionId]);
    const row = before && readable(before);
    const source = sources.find(({ key }) => key === tested.source);
    if (!row || !source) return [];
    return [{ source: source.key, id: row.id, before, after: versionOf(source, tested.change(row)) }];
  }
  const waiting = await waitingStore(db).list(project, { unplanned: 'changes' });
  const changed = await waitingDifferences(db, project, sources, waiting, now);
  const live = await versions.liveByKey(
    project,
    changed.map(({ change }) => change),
  );
  return changed.map(({ change: { source, id }, version }) => ({
    source,
    id,
    before: live.get(`${source} ${id}`),
    after: version ?? undefined,
  }));
}

/** False once one of the rows has changed since the pairs were made. */
export async function arePairsLive(db: Database, project: ProjectScope, pairs: readonly RowPair[]): Promise<boolean> {
  const live = await versionStore(db).liveByKey(project, pairs);
  return pairs.every(({ source, id, before }) => live.get(`${source} ${id}`)?.content === before?.content);
}
