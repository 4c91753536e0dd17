import type { ChangeKind } from '#contract/rows/row-changes.ts';
import type { ToldChanges } from '#server/rules/releases/change-release.ts';
import { changeOf } from '#server/rules/releases/differences.ts';
import { historyStore, type PastChange } from '#server/rules/releases/history.store.ts';
import {
  type BoundedVersion,
  releasedRowStore,
  rowsAtOnce,
  type StoredVersion,
} from '#server/rules/releases/released-rows.store.ts';
import { lastKnown, nameOf } from '#server/rules/releases/row-names.ts';
import type { AnySource } from '#server/rules/releases/rule-source.ts';
import { toldChanges } from '#server/rules/releases/told-changes.ts';
import { foundIn } from '#server/found-in.ts';
import { fail } from '#server/fail.ts';
import { inSlices } from '#server/slices.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface TwoReleases {
  readonly from: number;
  readonly to: number;
}

/** A row that two releases hold in different ways, or that one of them doesn't hold. */
export interface RowPair {
  readonly source: string;
  readonly id: number;
  readonly before: StoredVersion | undefined;
  readonly after: StoredVersion | undefined;
  /** The release that left the row as the newer one has it. */
  readonly madeBy: number;
}

/** Many rows to which the same was done by one release, such as an import of phrases. */
export interface ChangeGroup {
  readonly source: string;
  readonly kind: ChangeKind;
  readonly madeBy: number;
}

export interface ComparedReleases {
  readonly counts: ToldChanges['counts'];
  /** Some of each kind where there are very many; a change is live where the row is live as `to` holds it. */
  readonly changes: readonly PastChange[];
  /** Rows that are told as one; they are not among the changes. */
  readonly groups: readonly (ChangeGroup & { readonly count: number })[];
}

/** Throws `notFound` or `releaseNotKept` for a release whose rows are not there. */
export async function demandKept(db: Database, project: ProjectScope, number: number): Promise<void> {
  if (!foundIn(await historyStore(db).isKept(project, number), 'release')) throw fail('releaseNotKept');
}

/** The rows in which two releases differ, by source and id. What changed to and fro between them is left out. */
export async function differingRows(db: Database, project: ProjectScope, { from, to }: TwoReleases): Promise<RowPair[]> {
  const stored = releasedRowStore(db);
  const pairs = new Map<string, { source: string; id: number; before?: BoundedVersion; after?: BoundedVersion }>();
  const breathe = inSlices();
  const note = async (side: 'before' | 'after', versions: readonly BoundedVersion[]) => {
    for (const version of versions) {
      await breathe();
      const key = `${version.source} ${version.row_id}`;
      pairs.set(key, { source: version.source, id: version.row_id, ...pairs.get(key), [side]: version });
    }
  };
  await note('before', await stored.onlyIn(project, from, to));
  await note('after', await stored.onlyIn(project, to, from));
  return [...pairs.values()]
    .sort((one, other) => one.id - other.id)
    .map(({ source, id, before, after }) => ({
      source,
      id,
      before,
      after,
      madeBy: after?.from_number ?? before?.to_number ?? to,
    }))
    .filter((pair) => isRewritten(pair) || pair.before?.is_in_force !== pair.after?.is_in_force);
}

/** Whether a row is another one, rather than the same that began or ended. */
export const isRewritten = ({ before, after }: Pick<RowPair, 'before' | 'after'>): boolean =>
  before?.content !== after?.content || before?.content_version !== after?.content_version;

/** In words' reach: each change with its name, and the row before and after it. */
export async function toldPairs(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  pairs: readonly RowPair[],
  isGrouped = false,
): Promise<ComparedReleases> {
  const ofSource = Map.groupBy(pairs, ({ source }) => source);
  const groups = isGrouped ? sources.flatMap((source) => groupsOf(source, ofSource.get(source.key) ?? [])) : [];
  const grouped = new Set(groups.flatMap((group) => group.pairs));
  const alone = sources.flatMap(({ key }) => (ofSource.get(key) ?? []).filter((pair) => !grouped.has(pair)));
  const toldOf = Map.groupBy(toldChanges(alone), ({ source }) => source);
  const counts: Record<string, ToldChanges['counts'][string]> = {};
  const changes: PastChange[] = [];
  for (const source of sources) {
    for (const pair of ofSource.get(source.key) ?? []) {
      const kind = kindOf(source, pair);
      counts[source.key] = { ...counts[source.key], [kind]: (counts[source.key]?.[kind] ?? 0) + 1 };
    }
    changes.push(...(await toldOnes(db, project, source, toldOf.get(source.key) ?? [])));
  }
  return { counts, changes, groups: groups.map(({ pairs: { length: count }, ...group }) => ({ ...group, count })) };
}

async function toldOnes(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  pairs: readonly RowPair[],
): Promise<PastChange[]> {
  const live = await liveContents(db, project, source, pairs);
  return pairs.map((pair) => toldChange(source, pair, live.get(pair.id)));
}

/** Fewer rows than this are told one by one. */
const fewestGrouped = 21;

function groupsOf(source: AnySource, pairs: readonly RowPair[]): (ChangeGroup & { readonly pairs: readonly RowPair[] })[] {
  const alike = Map.groupBy(pairs, (pair) => `${kindOf(source, pair)} ${pair.madeBy}`);
  return Array.from(alike.values()).flatMap((group) => {
    const [first] = group;
    const isMany = first !== undefined && group.length >= fewestGrouped;
    return isMany ? [{ source: source.key, kind: kindOf(source, first), madeBy: first.madeBy, pairs: group }] : [];
  });
}

function kindOf(source: AnySource, { before, after }: RowPair): ChangeKind {
  if (!before || !after) return after ? 'added' : 'deleted';
  return changeOf(source, before, after);
}

function toldChange(source: AnySource, pair: RowPair, live: string | undefined): PastChange {
  const { id, before, after } = pair;
  const version = after ?? before;
  const row = version ? lastKnown(source, version) : { id };
  return {
    source: source.key,
    id,
    collectionId: row.collection_id ?? null,
    kind: kindOf(source, pair),
    name: nameOf(source, row),
    before: before ? lastKnown(source, before) : null,
    after: after ? lastKnown(source, after) : null,
    isLive: live === after?.content,
  };
}

async function liveContents(db: Database, project: ProjectScope, source: AnySource, pairs: readonly RowPair[]) {
  const live = new Map<number, string>();
  for (let at = 0; at < pairs.length; at += rowsAtOnce) {
    const ids = pairs.slice(at, at + rowsAtOnce).map(({ id }) => id);
    for (const version of await releasedRowStore(db).live(project, source.key, ids)) live.set(version.row_id, version.content);
  }
  return live;
}

/** What `to` has in another way than `from`, row by row. Throws `notFound` or `releaseNotKept`. */
export async function compareReleases(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  releases: TwoReleases,
): Promise<ComparedReleases> {
  for (const number of [releases.from, releases.to]) await demandKept(db, project, number);
  return toldPairs(db, project, sources, await differingRows(db, project, releases), true);
}

/** The rows of one group, a page of them. Throws the same. */
export async function groupedChanges(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  {
    from,
    to,
    group,
    page,
    perPage,
  }: TwoReleases & { readonly group: ChangeGroup; readonly page: number; readonly perPage: number },
): Promise<{ readonly changes: readonly PastChange[]; readonly count: number }> {
  for (const number of [from, to]) await demandKept(db, project, number);
  const source = foundIn(
    sources.find(({ key }) => key === group.source),
    'release',
  );
  const rows = (await differingRows(db, project, { from, to })).filter(
    (pair) => pair.source === group.source && pair.madeBy === group.madeBy && kindOf(source, pair) === group.kind,
  );
  const changes = await toldOnes(db, project, source, rows.slice((page - 1) * perPage, page * perPage));
  return { changes, count: rows.length };
}
