import { countsOf, difference, type ReportedChanges, reportedChanges } from './change-release.ts';
import { historyStore, type PastChange } from './history.store.ts';
import type { AnySource, RowKey } from './rule-source.ts';
import { changeOf, lastKnown, type RowVersion, versionStore } from './versions.store.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface TwoReleases {
  readonly from: number;
  readonly to: number;
}

export interface RowPair extends RowKey {
  readonly before: RowVersion | undefined;
  readonly after: RowVersion | undefined;
}

export interface ComparedReleases {
  readonly counts: ReportedChanges['counts'];
  /** At most `listedReleaseChanges` of them. */
  readonly changes: readonly PastChange[];
}

/** Throws `notFound` or `releaseNotKept`. */
export async function demandKept(db: Database, project: ProjectScope, number: number): Promise<void> {
  if (!foundIn(await historyStore(db).isKept(project, number), 'release')) throw fail('releaseNotKept');
}

/** By id. Rows that changed and changed back are the same. */
export async function differingRows(db: Database, project: ProjectScope, { from, to }: TwoReleases): Promise<RowPair[]> {
  const versions = versionStore(db);
  const breathe = inSlices();
  const pairs = new Map<string, RowPair>();
  for (const version of await versions.onlyIn(project, from, to)) {
    const { source, row_id: id } = version;
    pairs.set(`${source} ${id}`, { source, id, before: version, after: undefined });
    await breathe();
  }
  for (const version of await versions.onlyIn(project, to, from)) {
    const { source, row_id: id } = version;
    const before = pairs.get(`${source} ${id}`)?.before;
    pairs.set(`${source} ${id}`, { source, id, before, after: version });
    await breathe();
  }
  return [...pairs.values()]
    .filter((pair) => isRewritten(pair) || pair.before?.is_in_force !== pair.after?.is_in_force)
    .sort((one, other) => one.id - other.id);
}

/** False for a row that only began or ended. */
export const isRewritten = ({ before, after }: Pick<RowPair, 'before' | 'after'>): boolean =>
  before?.content !== after?.content || before?.content_version !== after?.content_version;

const changeOfPair = (source: AnySource, { id, before, after }: RowPair) => {
  const version = after ?? before;
  return difference(source, version ? lastKnown(version) : { id }, before, after ?? null).change;
};

export async function pastChanges(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  pairs: readonly RowPair[],
): Promise<PastChange[]> {
  const live = await versionStore(db).liveByKey(project, pairs);
  const bySource = Map.groupBy(pairs, (pair) => pair.source);
  return sources.flatMap((source) =>
    (bySource.get(source.key) ?? []).map((pair) => ({
      ...changeOfPair(source, pair),
      before: pair.before ? lastKnown(pair.before) : null,
      after: pair.after ? lastKnown(pair.after) : null,
      isLive: live.get(`${pair.source} ${pair.id}`)?.content === pair.after?.content,
    })),
  );
}

export const countsOfPairs = (sources: readonly AnySource[], pairs: readonly RowPair[]): ReportedChanges['counts'] =>
  countsOf(
    sources.flatMap((source) =>
      pairs.filter((pair) => pair.source === source.key).map((pair) => ({ ...pair, kind: changeOf(pair.before, pair.after) })),
    ),
  );

/** Throws `notFound` or `releaseNotKept`. */
export async function compareReleases(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  releases: TwoReleases,
): Promise<ComparedReleases> {
  for (const number of [releases.from, releases.to]) await demandKept(db, project, number);
  const pairs = await differingRows(db, project, releases);
  return { counts: countsOfPairs(sources, pairs), changes: await pastChanges(db, project, sources, reportedChanges(pairs)) };
}
