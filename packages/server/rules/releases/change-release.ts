import type { AnySource, ReleasedRow, RowChange, RowKey } from './rule-source.ts';
import { type Touched, TouchedRows } from './touched-rows.ts';
import {
  changeOf,
  hasSameContent,
  isSetIn,
  lastKnown,
  nameOf,
  readable,
  type RowVersion,
  type StoredVersion,
  validityAt,
  versionOf,
  versionStore,
} from './versions.store.ts';
import { type WaitingFilter, waitingStore } from './waiting.store.ts';
import { inParts, rowsAtOnce } from '#server/db/in-parts.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { listedReleaseChanges } from '#contract/limits.ts';

/** The changes that are listed one by one. Kinds with few changes come first, so a large import doesn't hide them. */
export const reportedChanges = <Change extends { readonly source: string }>(changes: readonly Change[]): Change[] =>
  [...Map.groupBy(changes, ({ source }) => source).values()]
    .toSorted((one, other) => one.length - other.length)
    .flat()
    .slice(0, listedReleaseChanges);

export interface Who {
  /** null for the server itself. */
  readonly userId: number | null;
  readonly reason: string;
  readonly name?: string;
  readonly comment?: string;
  /** The impact that a check found; kept as JSON. */
  readonly expected?: object | null | undefined;
}

export interface Change extends Who {
  /** Keys of sources whose touched rows go live with the change instead of waiting. */
  readonly live?: readonly string[];
  readonly publishes?: WaitingFilter;
  readonly isFirst?: boolean;
  readonly restored?: number;
}

/** What a release changed: some rows of each kind, and the counts of all by source and kind. */
export interface ReportedChanges {
  readonly rows: readonly RowChange[];
  readonly counts: Readonly<Record<string, Partial<Record<RowChange['kind'], number>>>>;
}

export interface Difference {
  readonly change: RowChange;
  /** As saved; null for a deleted row. */
  readonly version: RowVersion | null;
  /** False for a row that an import found or counted: it is no change of the rules. */
  readonly isSet: boolean;
  /** No search changes by it. */
  readonly isUnseen?: boolean;
}

/** Writes, and makes the next release of the rows that it touched, in the transaction of `db`. Rows that wait are noted. */
export async function changeWithin<Done>(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { userId, reason, expected, live = [], publishes, isFirst = false, restored }: Change,
  work: (db: Database, touched: TouchedRows) => Promise<Done>,
  now: () => number,
): Promise<{ done: Done; number: number }> {
  const number = await versionStore(db).lock(project);
  const last = number > 0 || isFirst ? number : await firstRelease(db, project, sources, now());
  const touched = new TouchedRows();
  const done = await work(db.withPlugin(touched.plugin), touched);
  crashPoint('release:rowsWritten');
  const at = now();
  const changed: Difference[] = [];
  for (const source of sources) {
    const rows: Touched | null = isFirst ? 'any' : touched.of(source);
    if (rows === null) continue;
    const found = await differencesOf(db, project, source, rows, at);
    const isLive = source.goesLive === 'atOnce' || live.includes(source.key) || isFirst;
    const isLiveNow = ({ isUnseen = false }: Difference) => isLive || isUnseen;
    changed.push(...found.filter(isLiveNow));
    const waiting = found.filter((one) => !isLiveNow(one));
    await noteWaiting(db, project, source.key, rows, waiting, { userId, changedAt: at });
  }
  if (publishes !== undefined) changed.push(...(await takeWaiting(db, project, sources, publishes, at)));
  return { done, number: await release(db, project, last, changed, { userId, reason, expected, restored, now: at }) };
}

export async function firstRelease(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  now: number,
): Promise<number> {
  const last = await versionStore(db).lock(project);
  if (last > 0) return last;
  const saved = await Promise.all(sources.map((source) => differencesOf(db, project, source, 'any', now)));
  return release(db, project, last, saved.flat(), { userId: null, reason: 'first release', now });
}

/** Makes the next release of changed rows; without any only if it may be empty. Returns the number of the live release. */
export async function release(
  db: Database,
  project: ProjectScope,
  last: number,
  changed: readonly Difference[],
  {
    userId,
    reason,
    name = '',
    comment = '',
    expected,
    restored,
    isEmpty = false,
    now,
  }: Who & { readonly restored?: number | undefined; readonly isEmpty?: boolean; readonly now: number },
): Promise<number> {
  if (changed.length === 0 && !isEmpty) return last;
  const number = last + 1;
  const changes = changed.map(({ change }) => change);
  const reported = changed.filter(({ isSet }) => isSet).map(({ change }) => change);
  await versionStore(db).add(
    project,
    {
      number,
      user_id: userId,
      reason,
      name,
      comment,
      expected: expected ? JSON.stringify(expected) : null,
      restored_number: restored ?? null,
      changes: JSON.stringify({ rows: reportedChanges(reported), counts: countsOf(reported) } satisfies ReportedChanges),
      created_at: now,
    },
    changes.filter(({ kind }) => kind !== 'added'),
    changed.flatMap(({ version }) => version ?? []),
  );
  crashPoint('release:written');
  return number;
}

export function countsOf(changes: readonly Pick<RowChange, 'source' | 'kind'>[]): ReportedChanges['counts'] {
  const counts: Record<string, Partial<Record<RowChange['kind'], number>>> = {};
  for (const { source, kind } of changes) {
    const ofSource = (counts[source] ??= {});
    ofSource[kind] = (ofSource[kind] ?? 0) + 1;
  }
  return counts;
}

/** Waiting rows as differences. They stop waiting. */
export async function takeWaiting(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  filter: WaitingFilter,
  now: number,
): Promise<Difference[]> {
  const waiting = waitingStore(db);
  const rows = (await waiting.list(project, filter)).filter((row) => sources.some(({ key }) => key === row.source));
  const changed = await waitingDifferences(db, project, sources, rows, now);
  for (const [key, ofSource] of Map.groupBy(rows, ({ source }) => source))
    await waiting.remove(
      project,
      key,
      ofSource.map(({ id }) => id),
    );
  return changed;
}

/** How saved rows differ from live ones. */
export async function waitingDifferences(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  rows: readonly RowKey[],
  now: number,
): Promise<Difference[]> {
  const changed: Difference[] = [];
  for (const [key, ofSource] of Map.groupBy(rows, ({ source }) => source)) {
    const source = sources.find((one) => one.key === key);
    const ids = new Set(ofSource.map(({ id }) => id));
    if (source) changed.push(...(await differencesOf(db, project, source, ids, now)));
  }
  return changed;
}

/** Touched rows that don't differ from what is live stop waiting. */
async function noteWaiting(
  db: Database,
  project: ProjectScope,
  source: string,
  touched: Touched,
  changed: readonly Difference[],
  who: { readonly userId: number | null; readonly changedAt: number },
): Promise<void> {
  const waiting = waitingStore(db);
  const isTouched = (id: number) => touched === 'any' || touched.has(id);
  const changedIds = new Set(changed.map(({ change }) => change.id));
  const known = (await waiting.list(project, { sources: [source] })).map(({ id }) => id);
  await waiting.remove(
    project,
    source,
    known.filter((id) => isTouched(id) && !changedIds.has(id)),
  );
  await waiting.put(
    project,
    changed.map(({ change }) => ({ ...change, ...who })),
  );
}

async function differencesOf(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  touched: Touched,
  now: number,
): Promise<Difference[]> {
  const ids = touched === 'any' ? null : [...touched];
  const live = new Map<number, StoredVersion>();
  for await (const part of liveVersions(db, project, source, ids)) for (const version of part) live.set(version.row_id, version);
  const changed: Difference[] = [];
  for await (const rows of savedRows(db, project, source, ids))
    for (const row of rows) {
      const version = versionOf(source, row, validityAt(row, now));
      const known = live.get(row.id);
      live.delete(row.id);
      if (known !== undefined && hasSameContent(known, version)) continue;
      changed.push({ ...difference(source, row, known, version), isUnseen: isUnseenChange(source, known, row) });
    }
  for (const version of live.values()) changed.push(difference(source, lastKnown(version), version, null));
  return changed;
}

function isUnseenChange({ unseen }: AnySource, live: StoredVersion | undefined, row: ReleasedRow): boolean {
  const before = live && unseen && readable(live);
  if (!before) return false;
  const seen = (one: ReleasedRow) =>
    JSON.stringify(Object.entries(one).filter(([member]) => !unseen.includes(member as keyof ReleasedRow)));
  return seen(before) === seen(row);
}

export const difference = (
  source: AnySource,
  row: ReleasedRow,
  before: RowVersion | undefined,
  version: RowVersion | null,
): Difference => ({
  change: {
    source: source.key,
    id: row.id,
    collectionId: row.collection_id ?? null,
    kind: changeOf(before, version ?? undefined),
    name: nameOf(source, row),
  },
  version,
  isSet: isSetIn(source, { before, after: version ?? undefined }),
});

async function* liveVersions(db: Database, project: ProjectScope, { key }: AnySource, ids: readonly number[] | null) {
  const versions = versionStore(db);
  if (ids) yield await versions.live(project, key, ids);
  else yield* versions.inRelease(project, key, await versions.number(project));
}

async function* savedRows(db: Database, project: ProjectScope, source: AnySource, ids: readonly number[] | null) {
  const store = source.store(db);
  if (ids) for (const part of inParts(ids)) yield await store.some(project, part);
  for (let after: number | undefined = ids ? undefined : 0; after !== undefined;) {
    const rows: readonly ReleasedRow[] = await store.following(project, after, rowsAtOnce);
    yield rows;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
  }
}
