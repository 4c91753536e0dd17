import { countsOf, difference, type ReportedChanges, reportedChanges } from './change-release.ts';
import { historyStore, type PastChange } from './history.store.ts';
import type { AnySource } from './rule-source.ts';
import { changeOf, isSetIn, lastKnown, type RowPair, type TwoReleases, versionStore } from './versions.store.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface ComparedReleases {
  readonly counts: ReportedChanges['counts'];
  /** At most `listedReleaseChanges` of them. */
  readonly changes: readonly PastChange[];
}

/** Throws `notFound` or `releaseNotKept`. */
export async function demandKept(db: Database, project: ProjectScope, number: number): Promise<void> {
  if (!foundIn(await historyStore(db).isKept(project, number), 'release')) throw fail('releaseNotKept');
}

export const setPairs = (sources: readonly AnySource[], pairs: readonly RowPair[]): RowPair[] =>
  pairs.filter((pair) => sources.some((source) => source.key === pair.source && isSetIn(source, pair)));

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
  const pairs = setPairs(sources, await versionStore(db).differing(project, releases));
  return { counts: countsOfPairs(sources, pairs), changes: await pastChanges(db, project, sources, reportedChanges(pairs)) };
}
